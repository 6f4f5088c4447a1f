import { clone, equal, isObject, setOwn, type Json, type JsonObject } from './json'
import { PatchError, type PatchErrorKind } from './patch-error'

export interface JsonPatchLimits {
  readonly operations: number
  /** Characters of JSON that `copy` operations may add in all. */
  readonly copied: number
}
const LIMITS: JsonPatchLimits = { operations: 10_000, copied: 3 * 1024 * 1024 }

type Operation = JsonObject
type Container = Json[] | JsonObject

/**
 * Applies a JSON Patch (RFC 6902) as a whole or not at all; neither input is changed. A `test` for null holds for a
 * member that is not there, as servers of this API have it.
 * @throws PatchError with the operation's position
 */
export function applyJsonPatch(doc: Json, patch: unknown, limits: JsonPatchLimits = LIMITS): Json {
  if (!Array.isArray(patch) || !patch.every((operation) => operation === null || isObject(operation)))
    throw new PatchError('malformed', 'a JSON patch must be a list of operations')
  if (patch.length > limits.operations)
    throw new PatchError(
      'too-many-operations',
      `a JSON patch may have at most ${limits.operations} operations, this one has ${patch.length}`,
    )
  // The holder makes the whole document a member like any other.
  const holder: JsonObject = { doc: clone(doc) }
  let copied = 0
  patch.forEach((operation: Operation | null, position) => {
    const run = new Step(holder, operation ?? {}, position)
    copied += run.apply()
    if (copied > limits.copied) run.fail('invalid', `copies add more than ${limits.copied} characters`)
  })
  return holder.doc ?? null
}

const ARRAY_INDEX = /^(0|[1-9][0-9]{0,9})$/

class Step {
  constructor(
    private readonly holder: JsonObject,
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
    const { op } = this.operation
    const path = this.pointer('path')
    switch (op) {
      case 'add':
        this.add(path, clone(this.value()))
        return 0
      case 'remove':
        this.remove(path)
        return 0
      case 'replace': {
        const value = this.value()
        this.get(path)
        this.put(path, clone(value))
        return 0
      }
      case 'move': {
        const from = this.pointer('from')
        if (path.length > from.length && from.every((step, i) => step === path[i]))
          this.fail('invalid', 'a value cannot be moved into itself')
        this.add(path, this.remove(from))
        return 0
      }
      case 'copy': {
        const value = this.get(this.pointer('from'))
        this.add(path, clone(value))
        return JSON.stringify(value).length
      }
      case 'test': {
        const expected = this.value()
        const { container, key } = this.locate(path)
        const actual = this.member(container, key)
        if (actual === undefined && (expected !== null || Array.isArray(container)))
          this.fail(Array.isArray(container) ? 'missing-path' : 'test-failed', 'there is no value to test')
        if (!equal(actual ?? null, expected)) this.fail('test-failed', 'the value is another')
        return 0
      }
      default:
        return this.fail('invalid', typeof op === 'string' ? `unknown operation "${op}"` : 'the operation has no op')
    }
  }

  private value(): Json {
    if (!Object.hasOwn(this.operation, 'value')) this.fail('invalid', 'the operation has no value')
    return this.operation.value ?? null
  }

  /** The steps of an RFC 6901 pointer, below the holder. */
  private pointer(member: 'path' | 'from'): string[] {
    const text = Object.hasOwn(this.operation, member) ? this.operation[member] : undefined
    if (typeof text !== 'string') return this.fail('invalid', `the operation has no ${member}`)
    if (text === '') return ['doc']
    if (!text.startsWith('/')) this.fail('invalid', `${member} must be empty or begin with a slash`)
    return [
      'doc',
      ...text
        .slice(1)
        .split('/')
        .map((step) => {
          if (/~(?![01])/.test(step)) this.fail('invalid', `${member} has a "~" that is neither ~0 nor ~1`)
          return step.replaceAll('~1', '/').replaceAll('~0', '~')
        }),
    ]
  }

  private locate(path: readonly string[]): { container: Container; key: string } {
    let node: Json = this.holder
    for (const step of path.slice(0, -1)) {
      const next: Json | undefined = this.member(node, step)
      if (next === undefined) return this.fail('missing-path', `there is nothing at "${step}"`)
      node = next
    }
    if (!Array.isArray(node) && !isObject(node)) return this.fail('missing-path', 'the parent holds no members')
    return { container: node, key: path.at(-1) ?? '' }
  }

  private member(node: Json, key: string): Json | undefined {
    if (Array.isArray(node)) return node[this.index(key, node.length)]
    return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
  }

  private index(key: string, end: number): number {
    if (!ARRAY_INDEX.test(key)) this.fail('invalid', `"${key}" is no position in a list`)
    const index = Number(key)
    if (index > end) this.fail('missing-path', `position ${key} is beyond the list's end`)
    return index
  }

  private get(path: readonly string[]): Json {
    const { container, key } = this.locate(path)
    const value = this.member(container, key)
    return value === undefined ? this.fail('missing-path', 'there is no value at this path') : value
  }

  private put(path: readonly string[], value: Json): void {
    const { container, key } = this.locate(path)
    if (Array.isArray(container)) container[this.index(key, container.length - 1)] = value
    else setOwn(container, key, value)
  }

  private add(path: readonly string[], value: Json): void {
    const { container, key } = this.locate(path)
    if (!Array.isArray(container)) setOwn(container, key, value)
    else container.splice(key === '-' ? container.length : this.index(key, container.length), 0, value)
  }

  private remove(path: readonly string[]): Json {
    const value = this.get(path)
    const { container, key } = this.locate(path)
    if (Array.isArray(container)) container.splice(Number(key), 1)
    else if (container === this.holder) container.doc = null
    else delete container[key]
    return value
  }
}
