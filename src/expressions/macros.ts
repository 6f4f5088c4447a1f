import type { LoopForm, Node } from './ast'
import { SyntaxFault } from './lexer'
import { SORT_BY_KEYS } from './operators'

type Base = (start: number) => { id: number; start: number; end: number; mark: number }

/** Name of the list that `sortBy` sorts; expressions can't write it. */
export const SORTED = '@sorted'

const LOOPS: Readonly<Record<string, { form: LoopForm; args: readonly number[]; filters?: number }>> = {
  all: { form: 'all', args: [2, 3] },
  exists: { form: 'exists', args: [2, 3] },
  exists_one: { form: 'existsOne', args: [2, 3] },
  existsOne: { form: 'existsOne', args: [2, 3] },
  map: { form: 'map', args: [2, 3] },
  filter: { form: 'map', args: [2] },
  transformList: { form: 'map', args: [3, 4] },
  transformMap: { form: 'transformMap', args: [3, 4] },
  transformMapEntry: { form: 'transformMapEntry', args: [3, 4] },
}

/** Builds a call node, or expands the macro of that name. */
export function expandMacro(
  base: Base,
  start: number,
  name: string,
  target: Node | undefined,
  args: readonly Node[],
): Node {
  // Spreading the base would double the parse time of long expressions.
  const call = (): Node => {
    const { id, end, mark } = base(start)
    return { id, start, end, mark, kind: 'call', name, target, args }
  }
  const [first, second, third] = args
  if (!target) {
    if (name !== 'has' || !first || args.length !== 1) return call()
    if (first.kind !== 'select') throw new SyntaxFault('invalid argument to has() macro', first.start, first.end)
    return { ...first, ...base(start), test: true }
  }
  if (target.kind === 'name' && target.name === 'cel' && name === 'bind' && first && second && third)
    return { ...base(start), kind: 'bind', name: variable(first), value: second, body: third }
  if ((name === 'optMap' || name === 'optFlatMap') && first && second && args.length === 2)
    return {
      ...base(start),
      kind: 'optionalMap',
      target,
      name: variable(first),
      body: second,
      flat: name === 'optFlatMap',
    }
  if (name === 'sortBy' && args.length === 2) return sortBy(base, start, target, args)
  const loop = Object.hasOwn(LOOPS, name) ? LOOPS[name] : undefined
  return loop?.args.includes(args.length) ? loopNode(base, start, name, loop.form, target, args) : call()
}

/** Sorts a list by what an expression makes of each item; the list is evaluated once. */
function sortBy(base: Base, start: number, target: Node, args: readonly Node[]): Node {
  const list = (): Node => ({ ...base(start), kind: 'name', name: SORTED })
  const keys = loopNode(base, start, 'map', 'map', list(), args)
  const body: Node = { ...base(start), kind: 'call', name: SORT_BY_KEYS, target: list(), args: [keys] }
  return { ...base(start), kind: 'bind', name: SORTED, value: target, body }
}

function loopNode(base: Base, start: number, name: string, form: LoopForm, range: Node, args: readonly Node[]): Node {
  const pair = name.startsWith('transform') || (name !== 'map' && args.length === 3)
  const names = args.slice(0, pair ? 2 : 1).map(variable)
  if (names.length === 2 && names[0] === names[1])
    throw new SyntaxFault(`duplicate iteration variable name: ${names[0] ?? ''}`, args[1]?.start ?? start)
  const rest = args.slice(names.length)
  const [first, second] = rest
  if (!first) throw new SyntaxFault('a macro lacks an argument', start)
  if (name === 'filter') {
    const item: Node = { ...base(start), kind: 'name', name: names[0] ?? '' }
    return { ...base(start), kind: 'loop', form, range, names, filter: first, body: item }
  }
  return { ...base(start), kind: 'loop', form, range, names, filter: second && first, body: second ?? first }
}

function variable(node: Node): string {
  if (node.kind === 'name' && !node.name.startsWith('.')) return node.name
  throw new SyntaxFault('argument must be a simple name', node.start, node.end)
}
