import type { Structure } from '../../components/ownership/structure'
import { markdownOf } from '../../components/export/table-text'
import { clockTime } from '../../components/time'
import { authorsOf, changesBetween, type FieldChange } from '../../components/ownership/history'
import type { Version } from '../../queries/object-history'
import { shownValue } from './conflicts'
import type { Action } from './export'

/** What happened to an object. */
export interface Story {
  /** `Deployment apply-lab/storefront` */
  readonly title: string
  readonly versions: readonly Version[]
  readonly actions: readonly Action[]
  readonly structure: Structure
}

/** An event: a version, a refused request or a dry run. */
export interface Scene {
  readonly version: string
  readonly who: string
  readonly what: string
  readonly refused: boolean
  readonly changes: readonly ToldChange[]
}

/** A change; the value of an item whose changed fields are listed too is left out. */
export interface ToldChange extends FieldChange {
  readonly told?: boolean
}

/** Names for use in a sentence. */
export const listed = (names: readonly string[]): string => (names.length ? names.join(', ') : 'nobody')

const deedOf = ({ kind, subresource, force, dryRun }: Action): string =>
  `${kind === 'patch' ? `writes${subresource ? ` through ${subresource}` : ''}` : `applies${force ? ', forced' : ''}`}${dryRun ? ', dry run' : ''}`

/** A message of several lines: the first, then the items of the list below it. */
function inOneLine(message: string | undefined): string | undefined {
  const [first, ...items] = message?.split('\n') ?? []
  return items.length > 0 ? `${first} ${items.map((item) => item.replace(/^- /, '')).join(', ')}` : first
}

/** The changes without whole items of lists and maps whose changed fields are listed too, unless their owners changed. */
function withoutRepeats(changes: readonly FieldChange[]): ToldChange[] {
  return changes.flatMap((change) => {
    const isTold = changes.some(
      ({ field, value }) =>
        value &&
        field !== change.field &&
        /^[.[]/.test(field.slice(change.field.length)) &&
        field.startsWith(change.field),
    )
    if (!change.value || !isTold) return [change]
    const { value: _value, ...owners } = change
    return change.from.join() === change.to.join() ? [] : [{ ...owners, told: true }]
  })
}

/** The scenes in order; requests are placed by the time they were sent. */
export function scenesOf({ versions, actions, structure }: Story): Scene[] {
  const scenes: Scene[] = []
  let told = 0
  const tellUntil = (end: number): void => {
    for (; told < end; told++) {
      const version = versions[told]
      if (version) scenes.push(sceneOf(version, versions[told - 1], actions, structure))
    }
  }
  for (const action of actions) {
    const at = versions.findIndex(({ resourceVersion }) => resourceVersion === action.resourceVersion)
    if (action.resourceVersion !== undefined) tellUntil(at + 1)
    else {
      tellUntil(Math.max(1, versions.findIndex(({ resourceVersion }) => resourceVersion === action.after) + 1))
      const what = inOneLine(action.message) ?? (action.dryRun ? 'nothing stored' : 'nothing changed')
      const refused = action.status >= 400
      scenes.push({
        version: '',
        who: action.manager,
        what: `${deedOf(action)} at ${clockTime(action.at)}${refused ? ', refused' : ''}: ${what}`,
        refused,
        changes: [],
      })
    }
  }
  tellUntil(versions.length)
  return scenes
}

function sceneOf(
  version: Version,
  before: Version | undefined,
  actions: readonly Action[],
  structure: Structure,
): Scene {
  const action = actions.find(({ resourceVersion }) => resourceVersion === version.resourceVersion)
  const who = action?.manager ?? listed(authorsOf(before, version))
  const what = version.gone ? 'deleted' : action ? deedOf(action) : before ? 'changed' : 'first version seen'
  const changes = before && !version.gone ? withoutRepeats(changesBetween(before, version, structure)) : []
  return { version: version.resourceVersion, who, what, refused: false, changes }
}

const moved = ({ from, to }: FieldChange): string =>
  from.join() === to.join() ? listed(to) : `${listed(from)} → ${listed(to)}`
const values = ({ value, told }: ToldChange): string =>
  value ? `${shownValue(value.before)} → ${shownValue(value.after)}; ` : told ? '' : 'same value; '

/** The story as a Markdown table, for tickets and pull requests. */
export function storyMarkdown(story: Story): string {
  const rows = scenesOf(story).map(({ version, who, what, changes }, i) => [
    String(i + 1),
    version || '–',
    who,
    what,
    changes.map((change) => `${change.field}: ${values(change)}owner ${moved(change)}`).join('\n'),
  ])
  const table = markdownOf({ columns: ['#', 'Version', 'Manager', 'What happened', 'Fields'], rows })
  return `# ${story.title}: who wrote what\n\n${table}\nSimulated by Orchard.\n`
}
