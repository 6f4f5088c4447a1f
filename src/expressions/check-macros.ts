import type { Loop, Node } from './ast'
import type { CheckContext } from './check-context'
import { BOOL, DYN, INT, listOf, mapOf, optionalOf, showType, type Type } from './types'

/** Type of `a.optMap(x, …)` and `a.optFlatMap(x, …)`. */
export function checkOptionalMap(context: CheckContext, node: Node & { kind: 'optionalMap' }): Type {
  const target = context.inference.resolvedPart(context.check(node.target))
  const value = target.kind === 'optional' ? target.value : DYN
  if (target.kind !== 'optional' && target.kind !== 'dyn')
    return context.noOverload(node, node.flat ? 'optFlatMap' : 'optMap', [], target)
  const body = context.within([[node.name, value]], () => context.check(node.body))
  return node.flat ? body : optionalOf(body)
}

/** Type of a comprehension, such as `a.all(x, …)` or `a.map(x, …)`. */
export function checkLoop(context: CheckContext, node: Loop): Type {
  const range = context.inference.resolvedPart(context.check(node.range))
  const pairs = node.names.length === 2
  let types: readonly Type[] = [DYN, DYN]
  if (range.kind === 'list') types = pairs ? [INT, range.element] : [range.element]
  else if (range.kind === 'map') types = [range.key, range.value]
  else if (range.kind !== 'dyn' && range.kind !== 'error' && range.kind !== 'parameter')
    context.fail(
      node.range,
      `expression of type '${showType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
    )
  const names = node.names.map((name, i) => [name, types[i] ?? DYN] as const)
  return context.within(names, () => {
    if (node.filter) context.expect(node.filter, BOOL)
    switch (node.form) {
      case 'map':
        return listOf(context.check(node.body))
      case 'transformMap':
        return mapOf(range.kind === 'list' ? INT : (types[0] ?? DYN), context.check(node.body))
      case 'transformMapEntry':
        return context.check(node.body)
      default:
        context.expect(node.body, BOOL)
        return BOOL
    }
  })
}
