import { type Event, EVENT_ID, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml'
import { addAll } from './lists'
import { MAX_DEPTH } from './decode-error'
import { type Json, type JsonObject, isObject, setOwn } from './json'
import { NOT_A_JSON_NUMBER, plainScalar } from './yaml-scalar'

/** Error message for a document nested too deeply. */
export const TOO_DEEP = `values are nested deeper than ${MAX_DEPTH} levels`

/** A list or map being read. */
interface Frame {
  readonly list: Json[] | undefined
  readonly map: JsonObject | undefined
  readonly anchor: string
  /** The member whose value comes next; undefined if a name comes next. */
  name: string | undefined
  /** True after `<<`: the value to merge comes next. */
  merging: boolean
  /** Values merged by `<<`. */
  merged: JsonObject[] | undefined
}

const PREFIX = 'tag:yaml.org,2002:'
/** Placeholder for an anchor's value while it is being read. */
const OPEN = Symbol('open')

/** Builds a value from the events of a YAML parser. */
export class YamlReader {
  readonly duplicates = new Set<string>()
  /** Offset of the first value. */
  start = 0
  private readonly anchors = new Map<string, Json | typeof OPEN>()
  private readonly frames: Frame[] = []
  private result: Json = null
  private aliased = 0
  private at = 0

  constructor(
    private readonly text: string,
    private readonly stop: Fail,
  ) {}

  read(events: readonly Event[]): Json {
    let first = true
    for (const event of events) {
      this.at = this.offsetOf(event)
      if (first && event.type !== EVENT_ID.DOCUMENT) {
        this.start = this.at
        first = false
      }
      this.take(event)
    }
    return this.result
  }

  private take(event: Event): void {
    switch (event.type) {
      case EVENT_ID.SCALAR: {
        const anchor = this.slice(event.anchorStart, event.anchorEnd)
        const plain = event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0
        const value = this.scalar(event)
        if (anchor) this.anchors.set(anchor, value)
        this.add(value, plain && this.expectsName() && getScalarValue(this.text, event) === '<<')
        return
      }
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const anchor = this.slice(event.anchorStart, event.anchorEnd)
        if (anchor) this.anchors.set(anchor, OPEN)
        const list = event.type === EVENT_ID.SEQUENCE
        this.frames.push({
          list: list ? [] : undefined,
          map: list ? undefined : {},
          anchor,
          name: undefined,
          merging: false,
          merged: undefined,
        })
        return
      }
      case EVENT_ID.ALIAS:
        this.add(this.behindAlias(this.slice(event.anchorStart, event.anchorEnd)), false)
        return
      case EVENT_ID.POP:
        this.close()
    }
  }

  private close(): void {
    const frame = this.frames.pop()
    if (!frame) return // end of the document
    for (const source of frame.merged ?? [])
      for (const name of Object.keys(source))
        if (frame.map && !Object.hasOwn(frame.map, name)) setOwn(frame.map, name, source[name])
    const value = frame.list ?? frame.map ?? null
    if (frame.anchor) this.anchors.set(frame.anchor, value)
    this.add(value, false)
  }

  private expectsName(): boolean {
    const frame = this.frames.at(-1)
    return frame?.map !== undefined && frame.name === undefined && !frame.merging
  }

  private add(value: Json, merges: boolean): void {
    const frame = this.frames.at(-1)
    if (!frame) this.result = value
    else if (frame.list) frame.list.push(value)
    else if (frame.merging) {
      frame.merging = false
      addAll((frame.merged ??= []), this.mergeSources(value))
    } else if (merges) frame.merging = true
    else if (frame.name === undefined) this.addName(frame, value)
    else if (frame.map) {
      setOwn(frame.map, frame.name, value)
      frame.name = undefined
    }
  }

  private addName(frame: Frame, value: Json): void {
    if (typeof value === 'object' && value !== null) this.fail('the name of a member must be a scalar')
    frame.name = String(value)
    if (frame.map && Object.hasOwn(frame.map, frame.name) && this.duplicates.size < MAX_DUPLICATES)
      this.duplicates.add(this.path())
  }

  private path(): string {
    return this.frames
      .map(({ list, name = '' }) => (list ? `[${list.length}]` : `.${name}`))
      .join('')
      .replace(/^\./, '')
  }

  /** Sources of a `<<` merge: a map or a list of maps, earlier ones take precedence. */
  private mergeSources(value: Json): JsonObject[] {
    const list = Array.isArray(value) ? value : [value]
    if (!list.every(isObject)) this.fail('what << merges must be a map or a list of maps')
    return list
  }

  private behindAlias(name: string): Json {
    const value = this.anchors.get(name)
    if (value === undefined) return this.fail(`there is no anchor "${name}"`)
    if (value === OPEN) return this.fail('a value contains itself')
    return this.repeat(value, this.frames.length)
  }

  /** A copy of the value that an alias refers to. */
  private repeat(value: Json, depth: number): Json {
    if (++this.aliased > MAX_ALIASED) this.fail(`aliases repeat more than ${MAX_ALIASED} values`)
    if (typeof value !== 'object' || value === null) return value
    if (depth > MAX_DEPTH) this.fail(TOO_DEEP)
    if (Array.isArray(value)) return value.map((item) => this.repeat(item, depth + 1))
    const copy: JsonObject = {}
    for (const name of Object.keys(value)) setOwn(copy, name, this.repeat(value[name] ?? null, depth + 1))
    return copy
  }

  private scalar(event: ScalarEvent): Json {
    const text = getScalarValue(this.text, event)
    const tag = this.tagOf(event.tagStart, event.tagEnd)
    if (tag === undefined ? event.style !== SCALAR_STYLE.PLAIN : !RESOLVED_TAGS.has(tag)) return text
    const value = plainScalar(text)
    return value === NOT_A_JSON_NUMBER ? this.fail('numbers must be finite') : value
  }

  /** The short name of a standard YAML tag, or the tag as written. */
  private tagOf(start: number, end: number): string | undefined {
    const tag = this.slice(start, end)
    if (tag === '') return undefined
    if (tag.startsWith('!!')) return tag.slice(2)
    return tag.startsWith(`!<${PREFIX}`) ? tag.slice(PREFIX.length + 2, -1) : tag
  }

  private slice(start: number, end: number): string {
    return start < 0 ? '' : this.text.slice(start, end)
  }

  private offsetOf(event: Event): number {
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return event.valueStart < 0 ? this.at : event.valueStart
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING:
        return event.start
      case EVENT_ID.ALIAS:
        return event.anchorStart
      default:
        return this.at
    }
  }

  private fail(why: string): never {
    return this.stop(why, this.at)
  }
}

/** Tags whose scalars are resolved like unquoted ones. */
const RESOLVED_TAGS: ReadonlySet<string> = new Set(['int', 'float', 'bool', 'null'])

/** Limit on values copied by aliases, so that a few lines can't expand to gigabytes. */
export const MAX_ALIASED = 100_000
/** Maximum number of repeated members reported. */
export const MAX_DUPLICATES = 10_000

/** Aborts reading at an offset of the text. */
export type Fail = (why: string, offset: number) => never
