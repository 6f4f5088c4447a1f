import type { Node } from './ast'
import type { FunctionCall } from './check-call'
import type { CheckContext } from './check-context'
import { readFormat } from './libraries/format-clauses'
import { unfitFor, SERVER_VERBS } from './libraries/format-verbs'
import { showType, type Type } from './types'

type Types = ReadonlyMap<number, Type>

/** Reports clauses of a literal format that can't be read, or that do not take what the literal list has for them. */
export function checkFormat(context: CheckContext, call: FunctionCall, types: Types): void {
  const { target, args } = call
  const [list] = args
  if (!context.environment.checkedLiterals || list?.kind !== 'list') return
  if (target?.kind !== 'literal' || typeof target.value !== 'string') return
  const { length: before } = context.issues
  const items = list.items.map(({ value }) => value)
  const asked = readFormat(target.value, items.length, {
    text: () => {},
    clause: ({ verb }, index) => {
      const item = items[index]
      const bad = item && context.issues.length === before ? refusedItem(verb, item, types) : undefined
      if (bad) context.fail(bad, unfitFor(verb, nameOf(types.get(bad.id))))
    },
    wrong: (message) => context.fail(call, message),
  })
  if (context.issues.length === before && items.length > asked)
    context.fail(call, `too many arguments supplied to string.format (expected ${asked}, got ${items.length})`)
}

/** The part of an argument that a verb doesn't take: itself, or within a literal list or map. */
function refusedItem(verb: string, item: Node, types: Types): Node | undefined {
  const type = types.get(item.id)
  if (type && type.kind !== 'dyn' && type.kind !== 'error' && SERVER_VERBS[verb]?.takes.has(type.kind) !== true)
    return item
  if (item.kind === 'list')
    return firstRefused(
      item.items.map(({ value }) => value),
      types,
    )
  return item.kind === 'map'
    ? firstRefused(
        item.entries.flatMap(({ key, value }) => [key, value]),
        types,
      )
    : undefined
}
function firstRefused(items: readonly Node[], types: Types): Node | undefined {
  for (const item of items) {
    const bad = refusedItem('s', item, types)
    if (bad) return bad
  }
  return undefined
}

const NAMES: Readonly<Partial<Record<Type['kind'], string>>> = {
  list: 'list',
  null: 'null_type',
  map: 'map',
  optional: 'optional_type',
  type: 'type',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
}
const nameOf = (type: Type | undefined): string => (type ? (NAMES[type.kind] ?? showType(type)) : 'dyn')
