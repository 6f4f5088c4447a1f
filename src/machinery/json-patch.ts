import { jsonTypeOf } from './json-type'
import { clone, isObject, setOwn, type Json, type JsonObject } from './json'
import { writeJson } from './json-text'
import { PatchError, type PatchErrorKind } from './patch-error'

/** Limits that stop a small patch from growing a document without bound. */
export interface JsonPatchLimits {
  readonly operations: number
  /** Maximum JSON characters that `copy` operations may add in total. */
  readonly copied: number
  /** Whether `replace` and `test` take the whole document; older releases refuse the empty path. */
  readonly root: boolean
}
/** Limits for client patches. Webhook patches may have any number of operations. */
const LIMITS: JsonPatchLimits = { operations: 10_000, copied: 3 * 1024 * 1024, root: true }
/** Limit of work, in list items moved and members compared, over all operations. */
const MAX_WORK = 5_000_000
/** Moving an item is this many times cheaper than a comparison. */
const MOVES_PER_COMPARISON = 16

type Operation = JsonObject
type Container = Json[] | JsonObject

/**
 * Applies a JSON Patch, all or nothing; neither input is changed.
 *
 * Like servers of this API, more lenient than RFC 6902: indexes may be negative (counted from the end) and have leading zeros, `replace`
 * of a missing member adds it, `copy` of one and `add` without a value give null, a `test` for null passes for a missing member, and text
 * before the first slash of a path is ignored. More strict: only `replace` and `test` take the whole document.
 * @throws PatchError with the operation's position
 */
export function applyJsonPatch(doc: Json, patch: unknown, limits: Partial<JsonPatchLimits> = {}): Json {
  const { operations, copied: mayCopy, root } = { ...LIMITS, ...limits }
  if (patch === null) return doc
  if (!Array.isArray(patch)) throw new PatchError('malformed', 'a JSON patch must be a list of operations')
  const odd: unknown = patch.find((operation) => operation !== null && !isObject(operation))
  if (odd !== undefined)
    throw new PatchError(
      'malformed',
      `json: cannot unmarshal ${jsonTypeOf(odd)} into Go value of type jsonpatch.Operation`,
    )
  if (patch.length > operations)
    throw new PatchError(
      'too-many-operations',
      `Request entity too large: The allowed maximum operations in a JSON patch is ${operations}, got ${patch.length}`,
    )
  const holder: Holder = { doc: clone(doc), work: 0, root }
  let copied = 0
  patch.forEach((operation: Operation | null, position) => {
    const run = new Step(holder, operation ?? {}, position)
    copied += run.apply()
    if (copied > mayCopy) run.fail('invalid', `copies add more than ${mayCopy} characters`)
    if (holder.work > MAX_WORK) run.fail('invalid', 'the operations move or compare too many values')
  })
  return holder.doc
}

interface Holder {
  doc: Json
  work: number
  readonly root: boolean
}

const POSITION = /^[+-]?\d{1,15}$/

class Step {
  constructor(
    private readonly holder: Holder,
    private readonly operation: Operation,
    private readonly position: number,
  ) {}

  fail(kind: PatchErrorKind, why: string): never {
    const op = this.operation.op
    const path = this.operation.path
    const what = `operation ${this.position}${typeof op === 'string' ? ` (${op}${typeof path === 'string' ? ` "${path}"` : ''})` : ''}`
    throw new PatchError(kind, `${what}: ${why}`, this.position)
  }

  /** Returns how many characters a copy added. */
  apply(): number {
    const op = Object.hasOwn(this.operation, 'op') ? this.operation.op : undefined
    switch (op) {
      case 'add':
        this.add(this.locate('path'), clone(this.value() ?? null))
        return 0
      case 'remove':
        this.remove(this.locate('path'))
        return 0
      case 'replace':
        this.replace(clone(this.value() ?? null))
        return 0
      case 'move': {
        const from = this.locate('from')
        const value = this.member(from)
        this.remove(from)
        this.add(this.locate('path'), value ?? null)
        return 0
      }
      case 'copy': {
        const value = this.member(this.locate('from')) ?? null
        const text = writeJson(value)
        this.add(this.locate('path'), clone(value))
        return text.length
      }
      case 'test':
        this.test()
        return 0
      default:
        return this.fail('invalid', typeof op === 'string' ? `unknown operation "${op}"` : 'the operation has no op')
    }
  }

  private value(): Json | undefined {
    return Object.hasOwn(this.operation, 'value') ? this.operation.value : undefined
  }

  private replace(value: Json): void {
    if (this.operation.path === '' && this.holder.root) {
      if (typeof value !== 'object' || value === null) this.fail('invalid', 'the whole can only be an object or a list')
      this.holder.doc = value
      return
    }
    const place = this.locate('path')
    this.member(place)
    if (Array.isArray(place.container)) place.container[this.index(place.key, place.container.length, false)] = value
    else setOwn(place.container, place.key, value)
  }

  private test(): void {
    const expected = this.value()
    const whole = this.operation.path === '' && this.holder.root
    const actual = whole ? this.holder.doc : (this.member(this.locate('path')) ?? null)
    if (expected === undefined || !this.same(actual, expected)) this.fail('test-failed', 'the value is another')
  }

  /** Like `equal`, but counts the work. */
  private same(a: Json, b: Json): boolean {
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
    if (Array.isArray(a) !== Array.isArray(b)) return false
    const names = Object.keys(b)
    const count = Object.keys(a).length
    this.holder.work += count + names.length
    if (this.holder.work > MAX_WORK) this.fail('invalid', 'the operations compare too many values')
    const [left, right] = [a as JsonObject, b as JsonObject]
    return (
      count === names.length &&
      names.every((name) => Object.hasOwn(left, name) && this.same(left[name] ?? null, right[name] ?? null))
    )
  }

  /** Resolves a path to its existing parent and the name or index in it. */
  private locate(which: 'path' | 'from'): { container: Container; key: string } {
    const text = Object.hasOwn(this.operation, which) ? this.operation[which] : undefined
    if (typeof text !== 'string') return this.fail('invalid', `the operation has no ${which}`)
    const steps = text
      .split('/')
      .slice(1)
      .map((step) => step.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')))
    const key = steps.pop()
    if (key === undefined) return this.fail('missing-path', `${which} names no member: it must begin with a slash`)
    let node: Json = this.holder.doc
    for (const step of steps) {
      if (!isContainer(node)) break
      node = this.member({ container: node, key: step }) ?? this.fail('missing-path', `there is nothing at "${step}"`)
    }
    if (!isContainer(node)) return this.fail('missing-path', 'the parent holds no members')
    return { container: node, key }
  }

  /** The value at a location; an index must exist. */
  private member({ container, key }: { container: Container; key: string }): Json | undefined {
    if (Array.isArray(container)) return container[this.index(key, container.length, false)]
    return Object.hasOwn(container, key) ? container[key] : undefined
  }

  private index(key: string, length: number, adds: boolean): number {
    if (!POSITION.test(key)) this.fail('invalid', `"${key}" is no position in a list`)
    const end = adds ? length + 1 : length
    const position = Number(key)
    const index = position < 0 ? position + end : position
    if (index < 0 || index >= end) this.fail('missing-path', `position ${key} is not in the list`)
    return index
  }

  private add({ container, key }: { container: Container; key: string }, value: Json): void {
    if (!Array.isArray(container)) return setOwn(container, key, value)
    const index = key === '-' ? container.length : this.index(key, container.length, true)
    this.holder.work += (container.length - index) / MOVES_PER_COMPARISON
    container.splice(index, 0, value)
  }

  private remove({ container, key }: { container: Container; key: string }): void {
    if (!Array.isArray(container)) {
      if (!Object.hasOwn(container, key)) this.fail('missing-path', 'there is no value at this path')
      delete container[key]
      return
    }
    const index = this.index(key, container.length, false)
    this.holder.work += (container.length - index) / MOVES_PER_COMPARISON
    container.splice(index, 1)
  }
}

const isContainer = (value: Json): value is Container => typeof value === 'object' && value !== null
