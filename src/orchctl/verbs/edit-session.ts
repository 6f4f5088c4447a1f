import type { Flag } from '../core/flags'
import { equal, isObject, type JsonObject } from '../../machinery/json'
import { decodeYamlStream } from '../../machinery/decode-yaml'
import { DecodeError } from '../../machinery/decode-error'
import { messageOf } from '../../machinery/message-of'
import type { ApiObject } from '../../machinery/object'
import type { Call } from '../core/command'
import { CommandError, Exit } from '../core/errors'
import { PROGRAM } from '../core/words'
import { indentedJson } from '../print/json-text'
import { withoutManagers } from '../print/printer'
import { yamlText } from '../print/yaml-text'
import { parseManifests } from '../resources/manifest-objects'
import { type Info, resolveManifest } from '../resources/manifests'
import { failsHere } from '../resources/validation'
import { groupResourceOf } from '../core/catalogue'

/** A flag of commands that open an editor. */
export const LINE_ENDINGS_FLAG: Flag = {
  name: 'windows-line-endings',
  type: 'bool',
  default: 'false',
  help: 'No effect; accepted for compatibility',
}

/** The result of writing edited objects. */
export interface EditOutcome {
  /** Validation errors, each with a headline and its causes. The editor opens again. */
  readonly invalid: Reason[]
  readonly notFound: number
  /** Writes that failed for another reason and can be retried. */
  readonly retryable: number
}
/** Why an edit is opened again. */
export interface Reason {
  readonly head: string
  readonly causes: readonly string[]
}

/** What is edited, and how it is written. */
export interface EditMode {
  /** The comment lines before the text. */
  readonly header: string
  readonly json?: boolean
  /** Writes the edited objects. Throws errors that end the command; refusals by the server are part of the outcome. */
  readonly save: (edited: readonly Info[]) => Promise<EditOutcome | undefined>
}

/** The comment above an object in the editor. */
export const OBJECT_HEADER = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`

const withoutComments = (text: string): string => text.replace(/^#.*\n?/gm, '')
const hashed = (text: string): string => text.replaceAll('\n', '\n# ')

const reasonText = ({ head, causes }: Reason): string =>
  `# ${hashed(head)}${causes.length > 0 ? ':' : ''}\n${causes.map((cause) => `# * ${hashed(cause)}\n`).join('')}#\n`

/** The parsed documents of a text; the text without comments if it is invalid. */
function valuesOf(text: string): unknown {
  try {
    return decodeYamlStream(text).map(({ decoded, error }) => {
      if (error) throw error
      return decoded?.value ?? null
    })
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return withoutComments(text)
  }
}

const same = (a: string, b: string): boolean => equal(valuesOf(a), valuesOf(b))

/** The text for the editor: several objects are put into a list. */
function textOf(infos: readonly Info[], json: boolean): string {
  const shown = infos.map(({ object }) => withoutManagers(object))
  const [only] = shown
  const whole: ApiObject =
    shown.length === 1 && only ? only : { apiVersion: 'v1', kind: 'List', metadata: {}, items: shown }
  return json ? `${indentedJson(whole)}\n` : yamlText(whole)
}

/** Opens the editor repeatedly, until the objects are saved or the text is unchanged. */
export async function editUntilSaved(call: Call, infos: readonly Info[], mode: EditMode): Promise<void> {
  const { session } = call
  const { io } = session
  if (!io.edit) throw new CommandError('there is no editor here')
  const extension = mode.json ? 'json' : 'yaml'
  const name = `${PROGRAM}-edit-${Math.floor(io.clock.now()) % 1_000_000_000}.${extension}`
  const keep = async (text: string): Promise<void> => {
    const path = `${(io.env.TMPDIR ?? '/tmp').replace(/\/$/, '')}/${name}`
    await io.files.write(path, text)
    session.err(`A copy of your changes has been stored to ${JSON.stringify(path)}`)
  }
  const original = textOf(infos, mode.json ?? false)
  let reasons: readonly Reason[] | undefined
  let answer = ''
  for (;;) {
    const before = answer
    const head = mode.header + (reasons ?? []).map(reasonText).join('')
    answer = await io.edit(name, head + (reasons ? withoutComments(answer) : original))
    if (reasons && same(before, answer)) {
      await keep(answer)
      throw new CommandError('Edit cancelled, no valid changes were saved.')
    }
    const wrong = await failsHere(call, withoutComments(answer), infos)
    if (wrong !== undefined) {
      reasons = [refused(session.err.bind(session), infos[0], [wrong])]
      continue
    }
    if (same(original, answer)) return session.err('Edit cancelled, no changes made.')
    if (withoutComments(answer).trim() === '') return session.err('Edit cancelled, saved file was empty.')
    let edited: Info[]
    try {
      edited = await readEdited(call, answer)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      reasons = [{ head: `The edited file had a syntax error: ${messageOf(error)}`, causes: [] }]
      continue
    }
    const outcome = await mode.save(edited).catch(async (error: unknown) => {
      if (!(error instanceof Exit)) await keep(answer)
      throw error
    })
    if (outcome && outcome.retryable + outcome.notFound > 0) await giveUp(call, outcome, name, answer)
    if (!outcome || outcome.invalid.length === 0) return
    reasons = outcome.invalid
  }
}

/** Reports an invalid object; the causes appear in the next text. */
export function refused(say: (line: string) => void, info: Info | undefined, causes: readonly string[]): Reason {
  const subject = info ? `${groupResourceOf(info.resource)} ${JSON.stringify(info.name)}` : ''
  say(`error: ${subject} is invalid`)
  return { head: `${subject} was not valid`, causes }
}

async function readEdited({ session }: Call, text: string): Promise<Info[]> {
  const edited: Info[] = []
  for (const manifest of parseManifests(withoutComments(text), 'edited-file'))
    edited.push(await resolveManifest(session, manifest))
  return edited
}

/** Saves a text that could not be written, for another attempt. @throws Exit always */
async function giveUp({ session }: Call, { retryable }: EditOutcome, name: string, text: string): Promise<void> {
  const { io } = session
  const path = `${(io.env.TMPDIR ?? '/tmp').replace(/\/$/, '')}/${name}`
  await io.files.write(path, text)
  session.err(
    retryable > 0
      ? `You can run \`${PROGRAM} replace -f ${path}\` to try this update again.`
      : `The edits you made on deleted resources have been saved to ${JSON.stringify(path)}`,
  )
  throw new Exit(1)
}

/** Whether two objects are equal except for managedFields. */
export const unchanged = (a: ApiObject, b: ApiObject): boolean => equal(withoutManagers(a), withoutManagers(b))

/** Throws if the identity of an object was changed. @throws CommandError */
export function requireIdentity(before: ApiObject, after: ApiObject): void {
  const identity = ({ apiVersion, kind, metadata }: ApiObject): JsonObject => ({
    apiVersion: apiVersion ?? '',
    kind: kind ?? '',
    name: isObject(metadata) ? (metadata.name ?? '') : '',
  })
  if (!equal(identity(before), identity(after)))
    throw new CommandError('At least one of apiVersion, kind and name was changed')
}
