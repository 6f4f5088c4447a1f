import { labelValue } from '../../machinery/names'
import { CommandError } from '../core/errors'

/** Labels or annotations to set and to remove. */
export interface MetadataChanges {
  readonly set: ReadonlyMap<string, string>
  readonly remove: readonly string[]
}

/**
 * Splits arguments into objects, which come first, and changes.
 * @throws CommandError for contradictory or invalid changes
 */
export function splitArgs(
  args: readonly string[],
  { verb }: MetadataField,
): { targets: string[]; changes: MetadataChanges } {
  const isChange = (word: string, at: number): boolean =>
    word.indexOf('=') > 0 || (word.endsWith('-') && word.length > 1 && at > 0)
  const first = args.findIndex(isChange)
  const targets = first < 0 ? [...args] : args.slice(0, first)
  const words = first < 0 ? [] : args.slice(first)
  const kind = verb === 'label' ? 'label' : 'annotation'
  const set = new Map<string, string>()
  const remove: string[] = []
  for (const word of words)
    if (!isChange(word, 1)) throw new CommandError(`all resources must be specified before ${kind} changes: ${word}`)
  for (const word of words) {
    const at = word.indexOf('=')
    if (at < 0) remove.push(word.slice(0, -1))
    else {
      const [key, value] = [word.slice(0, at), word.slice(at + 1)]
      if (verb === 'label') {
        if (value.includes('=')) throw new CommandError(`invalid label spec: ${word}`)
        const [problem] = labelValue(value)
        if (problem !== undefined)
          throw new CommandError(`invalid label value: ${JSON.stringify(`${key}=${value}`)}: ${problem}`)
      }
      set.set(key, value)
    }
  }
  for (const key of remove)
    if (set.has(key))
      throw new CommandError(
        `can not both modify and remove ${verb === 'label' ? 'a label' : 'the following annotation(s)'} in the same command${verb === 'label' ? '' : `: ${key}`}`,
      )
  return { targets, changes: { set, remove } }
}

/** The number of characters by which a patch lengthens the labels' JSON. */
export const lengthOf = (
  patch: Readonly<Record<string, string | null>>,
  current: Readonly<Record<string, string>>,
): number =>
  Object.entries(patch).reduce(
    (sum, [key, value]) =>
      sum +
      (value === null ? 0 : JSON.stringify({ [key]: value }).length) -
      (Object.hasOwn(current, key) ? JSON.stringify({ [key]: current[key] }).length : 0),
    0,
  )

/** @throws CommandError if a change without --overwrite would replace a value */
export function refuseOverwrites(
  current: Readonly<Record<string, string>>,
  set: ReadonlyMap<string, string>,
  { verb }: MetadataField,
): void {
  const taken = [...set].filter(([key, value]) => Object.hasOwn(current, key) && current[key] !== value)
  if (taken.length === 0) return
  const texts = taken.map(([key]) => `'${key}' already has a value (${current[key] ?? ''})`)
  if (verb === 'annotate')
    throw new CommandError(`--overwrite is false but found the following declared annotation(s): ${texts.join('; ')}`)
  const all = texts.map((text) => `${text}, and --overwrite is false`)
  throw new CommandError(all.length === 1 ? (all[0] ?? '') : `[${all.join(', ')}]`)
}

/** The two metadata maps that commands edit, and their names in messages. */
export interface MetadataField {
  readonly verb: 'label' | 'annotate'
  readonly field: 'labels' | 'annotations'
  readonly done: string
}
