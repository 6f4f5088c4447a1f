import { at } from '../../../machinery/json'
import { carriedOf, carriedState, type FoundObject } from '../../../scenarios/present-state'
import type { Scenario, ScenarioClock, WebhookCode } from '../../../scenarios/scenario'
import type { StartObject } from '../../../scenarios/start-objects'
import { textAt } from '../../../scenarios/text-at'
import { isSecretFlag } from '../../state/flag-secrets'

/** An item that a link can include, as offered in the dialog. */
export interface Choice {
  readonly id: string
  readonly title: string
  /** Heading of the item's group. */
  readonly group: string
  /** May contain a key, password or token: included only if ticked. */
  readonly secret: boolean
}

/** What of a cluster can be shared. */
export interface Shareable {
  readonly objects: readonly FoundObject[]
  /** The API server's command line, one word per flag. */
  readonly flags: readonly string[]
  /** The current page: `/explore?as=user:alice`. */
  readonly page: string
  readonly clock: ScenarioClock | undefined
  readonly webhooks: readonly WebhookCode[]
  /** Initial objects that were deleted. */
  readonly deleted: readonly StartObject[]
  /** Why deleted objects are unknown. */
  readonly startUnknown?: string
}

const deletionId = ({ path }: StartObject): string => `delete ${path}`
/** Heading of the flags among what can be shared. */
export const FLAGS_GROUP = 'Flags'
/** Id of the choice that includes the page. */
export const PAGE_ID = 'page'
const CLOCK_ID = 'clock'
const webhookId = ({ id }: WebhookCode): string => `webhook/${id}`

const idOf = ({ object, collection }: FoundObject): string => `${collection}/${textAt(object, 'metadata', 'name')}`
const titleOf = ({ object }: FoundObject): string =>
  [at(object, 'metadata', 'namespace'), at(object, 'metadata', 'name')].filter(Boolean).join('/')

const flagName = (flag: string): string => /^--([^=]+)/.exec(flag)?.[1] ?? flag
const flagIsSecret = (flag: string): boolean => isSecretFlag(flagName(flag), flag.slice(flag.indexOf('=') + 1))

/** Normalizes a command line to one word per flag: `--nodes 2` becomes `--nodes=2`. */
export function wholeFlags(argv: readonly string[]): string[] {
  const flags: string[] = []
  for (const word of argv)
    if (word.startsWith('--') || flags.length === 0) flags.push(word)
    else flags.push(`${flags.pop() ?? ''}=${word}`)
  return flags
}

/** The page's address, without its identity if only this tab has the credentials. */
export const carriedPage = (page: string): string => page.replace(/([?&])as=(?!user%3A|user:|anonymous)[^&]*&?/, '$1')

/** Everything of this plane that a link can include. */
export function choicesOf({ objects, flags, clock, webhooks, deleted }: Shareable): Choice[] {
  return [
    ...carriedOf(objects).map((found) => ({
      id: idOf(found),
      title: titleOf(found),
      group: textAt(found.object, 'kind'),
      secret: found.object['kind'] === 'Secret',
    })),
    ...deleted.map((one) => ({
      id: deletionId(one),
      title: `${one.kind} ${one.title}`,
      group: 'Initial objects to delete',
      secret: false,
    })),
    ...webhooks.map((one) => ({
      id: webhookId(one),
      title: one.title ?? one.id,
      group: 'Webhook code',
      secret: false,
    })),
    ...flags.map((flag) => ({
      id: flag,
      title: `--${flagName(flag)}`,
      group: FLAGS_GROUP,
      secret: flagIsSecret(flag),
    })),
    { id: PAGE_ID, title: 'The open page and its identity', group: 'Page', secret: false },
    ...(clock ? [{ id: CLOCK_ID, title: 'The state of the clock', group: 'Page', secret: false }] : []),
  ]
}

/** A scenario with the selected items. */
export function sharedScenario(
  { objects, flags, page, clock, webhooks, deleted }: Shareable,
  { title, note, chosen }: { readonly title: string; readonly note: string; readonly chosen: ReadonlySet<string> },
): Scenario {
  const { objects: made, requests } = carriedState(objects.filter((found) => chosen.has(idOf(found))))
  const kept = flags.filter((flag) => chosen.has(flag))
  const code = webhooks.filter((one) => chosen.has(webhookId(one)))
  const deletes = deleted.filter((one) => chosen.has(deletionId(one))).map(({ path }) => path)
  const count = made.length + requests.length + deletes.length
  return {
    format: 1,
    title: title.trim() || 'A shared plane',
    summary: `The state of a plane: ${count === 1 ? 'one object' : `${count} objects and changes`}.`,
    ...(kept.length > 0 && { flags: kept }),
    ...(deletes.length > 0 && { deletes }),
    ...(made.length > 0 && { objects: made }),
    ...(requests.length > 0 && { requests }),
    ...(chosen.has(PAGE_ID) && { page: carriedPage(page) }),
    ...(clock && chosen.has(CLOCK_ID) && { clock }),
    ...(code.length > 0 && { webhooks: code }),
    ...(note.trim() && { note: note.trim() }),
  }
}
