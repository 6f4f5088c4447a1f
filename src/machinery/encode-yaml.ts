import { scalarText, spaces } from './encode-yaml-scalar'
import { isObject } from './json'
import { compareYamlKeys } from './yaml-order'

/**
 * YAML as servers and the known client write it: members sorted, lists not indented, texts quoted only where they would mean
 * something else, long lines folded. The yaml library folds and quotes by other rules, and takes several times as long.
 */
export function encodeYaml(value: unknown): string {
  const writer = new YamlWriter(value)
  while (writer.write(Infinity));
  return writer.text()
}

/** So many lines are a few milliseconds. */
const LINES_A_TURN = 4_000

/** The same text; `pause` lets others have a turn, as often as the length of the text needs it. */
export async function encodeYamlInTurns(value: unknown, pause: () => Promise<void>): Promise<string> {
  const writer = new YamlWriter(value)
  while (writer.write(LINES_A_TURN)) await pause()
  return writer.text()
}

const holdsItems = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0

function holdsMembers(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  for (const key of Object.keys(value)) if (value[key] !== undefined) return true
  return false
}

/** A map or a list that is being written. */
interface Frame {
  readonly indent: number
  /** The list's items; a map's values are asked of it by its keys. */
  readonly list: readonly unknown[] | undefined
  readonly map: Record<string, unknown>
  readonly keys: readonly string[]
  readonly length: number
  /** What comes next. */
  at: number
  /** What stands before its first line in place of the indentation. */
  start: string | undefined
}

/** Writes a value line by line, so that the work can be left off anywhere. */
class YamlWriter {
  readonly #out: string[] = []
  readonly #frames: Frame[] = []

  constructor(value: unknown) {
    if (!this.#open(value, 0, 0, '')) this.#out.push(scalarText(value, 0, 0), '\n')
  }

  text(): string {
    return this.#out.join('')
  }

  /** Writes about so many lines more; whether there is more to write. */
  write(lines: number): boolean {
    for (let left = lines; left > 0; left--) {
      const frame = this.#frames.at(-1)
      if (!frame) return false
      if (frame.at === frame.length) this.#frames.pop()
      else if (frame.list) this.#item(frame, frame.list[frame.at++])
      else this.#member(frame, frame.keys[frame.at++] as string)
    }
    return this.#frames.length > 0
  }

  /** Begins with a value that is written over several lines; false for every other. */
  #open(value: unknown, mapIndent: number, listIndent: number, start?: string): boolean {
    const list = holdsItems(value) ? value : undefined
    if (!list && !holdsMembers(value)) return false
    const map = list ? {} : (value as Record<string, unknown>)
    const keys = Object.keys(map).sort(compareYamlKeys)
    const [indent, length] = list ? [listIndent, list.length] : [mapIndent, keys.length]
    this.#frames.push({ indent, list, map, keys, length, at: 0, start })
    return true
  }

  /** What stands before a line of this frame. */
  #before(frame: Frame): string {
    const { start = spaces(frame.indent) } = frame
    frame.start = undefined
    return start
  }

  #member(frame: Frame, key: string): void {
    const { indent, map } = frame
    const value = map[key]
    if (value === undefined) return
    const name = scalarText(key, 0, indent, true)
    this.#out.push(this.#before(frame), name)
    if (this.#open(value, indent + 2, indent)) this.#out.push(':\n')
    else this.#out.push(': ', scalarText(value, indent + name.length + 2, indent + 2), '\n')
  }

  #item(frame: Frame, item: unknown): void {
    const { indent } = frame
    const dash = `${this.#before(frame)}- `
    if (!this.#open(item, indent + 2, indent + 2, dash))
      this.#out.push(dash, scalarText(item, indent + 2, indent + 2), '\n')
  }
}
