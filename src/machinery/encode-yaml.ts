import { scalarText, spaces } from './encode-yaml-scalar'
import { isObject } from './json'
import { compareYamlKeys } from './yaml-order'

/**
 * Writes YAML like servers and the reference client do: members sorted, lists not indented, strings quoted only where they would be read
 * as something else, long lines folded. The yaml library folds and quotes by other rules and is several times slower.
 */
export function encodeYaml(value: unknown): string {
  const writer = new YamlWriter(value)
  while (writer.write(Infinity));
  return writer.text()
}

/** Lines written per turn; this many take a few milliseconds. */
const LINES_A_TURN = 4_000

/** Like `encodeYaml`, but awaits `pause` between chunks so that a long text does not block the thread. */
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

/** A map or list being written. */
interface Frame {
  readonly indent: number
  /** Items of a list; for a map, its values are looked up by key. */
  readonly list: readonly unknown[] | undefined
  readonly map: Record<string, unknown>
  readonly keys: readonly string[]
  readonly length: number
  /** Index of the next item. */
  at: number
  /** Text in front of the first line, in place of the indentation. */
  start: string | undefined
}

/** Writes a value line by line, so that the work can be interrupted anywhere. */
class YamlWriter {
  readonly #out: string[] = []
  readonly #frames: Frame[] = []

  constructor(value: unknown) {
    if (!this.#open(value, 0, 0, '')) this.#out.push(scalarText(value, 0, 0), '\n')
  }

  text(): string {
    return this.#out.join('')
  }

  /** Writes about `lines` more lines. Returns whether more remain. */
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

  /** Opens a frame if the value spans several lines; returns false otherwise. */
  #open(value: unknown, mapIndent: number, listIndent: number, start?: string): boolean {
    const list = holdsItems(value) ? value : undefined
    if (!list && !holdsMembers(value)) return false
    const map = list ? {} : (value as Record<string, unknown>)
    const keys = Object.keys(map).sort(compareYamlKeys)
    const [indent, length] = list ? [listIndent, list.length] : [mapIndent, keys.length]
    this.#frames.push({ indent, list, map, keys, length, at: 0, start })
    return true
  }

  /** Prefix of the next line of a frame. */
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
