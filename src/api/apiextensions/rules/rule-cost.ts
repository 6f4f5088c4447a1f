import type { Loop, LoopForm, Node } from '../../../expressions/ast'
import { dottedName } from '../../../expressions/dotted-name'
import type { Environment } from '../../../expressions/environment'
import type { Program } from '../../../expressions/program'
import type { Type } from '../../../expressions/types'
import { callCost } from './call-cost'
import { calledFunction, fittingOverloads } from './called-function'
import { LIST_COST, type Argument } from './costed-call'
import type { SchemaPlace } from './declared-size'
import { covering, joinedParts, literalSize, sum, typeSize, type Estimate, type LocalEstimate } from './estimate'
import { either, exactly, plus, times, UNKNOWN_SIZE } from './size-range'
import { pathSize, PathSteps } from './value-path'

const MAP_COST = 30
const OBJECT_COST = 40

/** The variables in scope by name. */
type Scope = ReadonlyMap<string, LocalEstimate>

/** Greatest cost of an expression for one value with this schema, by the published rules. */
export const expressionCost = (program: Program, environment: Environment, place: SchemaPlace): number =>
  new CostEstimator(program.types, environment, place).of(program.node, new Map()).cost

/** Cost of one round of a macro besides its body, and of its start and end. */
const ROUNDS: Readonly<Record<LoopForm, { readonly round: number; readonly once: number }>> = {
  all: { round: 3, once: 1 },
  exists: { round: 4, once: 1 },
  existsOne: { round: 2, once: 2 },
  map: { round: LIST_COST + 2, once: LIST_COST + 1 },
  transformMap: { round: 3, once: MAP_COST + 1 },
  transformMapEntry: { round: 2, once: MAP_COST + 1 },
}

class CostEstimator {
  private readonly steps: PathSteps

  constructor(
    private readonly types: Program['types'],
    private readonly environment: Environment,
    private readonly root: SchemaPlace,
  ) {
    this.steps = new PathSteps(root)
  }

  of(node: Node, scope: Scope): Estimate {
    const inner = (one: Node): Estimate => this.of(one, scope)
    switch (node.kind) {
      case 'literal':
        return { cost: 0, size: exactly(literalSize(node.value)) }
      case 'name':
        return this.name(node, scope)
      case 'select':
        return this.isTypeName(node, scope) ? this.name(node, scope) : this.select(node, inner(node.operand))
      case 'call':
        return this.call(node, scope)
      case 'logic':
        return { cost: sum(node.args.map(inner)), size: exactly(1) }
      case 'choice': {
        const [then, otherwise] = [inner(node.then), inner(node.otherwise)]
        return {
          cost: inner(node.test).cost + Math.max(then.cost, otherwise.cost),
          size: covering([then, otherwise]),
          parts: joinedParts(then.parts, otherwise.parts),
        }
      }
      case 'list': {
        const items = node.items.map(({ value }) => inner(value))
        const parts = { list: true, key: exactly(1), value: covering(items) }
        return { cost: LIST_COST + sum(items), size: exactly(items.length), parts }
      }
      case 'map': {
        const [keys, values] = [
          node.entries.map(({ key }) => inner(key)),
          node.entries.map(({ value }) => inner(value)),
        ]
        const parts = { list: false, key: covering(keys), value: covering(values) }
        return { cost: MAP_COST + sum([...keys, ...values]), size: exactly(keys.length), parts }
      }
      case 'object':
        return { cost: OBJECT_COST + sum(node.entries.map(({ value }) => inner(value))) }
      case 'bind': {
        const value = inner(node.value)
        const { cost, size, parts } = this.of(node.body, new Map([...scope, [node.name, value]]))
        return { cost: LIST_COST + value.cost + cost, size, parts }
      }
      case 'optionalMap':
        return this.optionalMap(node, scope)
      case 'loop':
        return this.loop(node, scope)
    }
  }

  private typeOf(node: Node): Type | undefined {
    return this.types.get(node.id)
  }

  /** Whether selections spell the name of a type, such as `google.protobuf.Duration`. */
  private isTypeName(node: Node, scope: Scope): boolean {
    const name = dottedName(node)
    if (name === undefined || scope.has(name.split('.', 1)[0] ?? '')) return false
    return this.environment.typeNamed(name) !== undefined
  }

  private name(node: Node & { kind: 'name' | 'select' }, scope: Scope): Estimate {
    const local = node.kind === 'name' ? scope.get(node.name) : undefined
    const path = local ? local.path : this.root
    return { cost: 1, path, size: pathSize(path) ?? typeSize(this.typeOf(node)) ?? local?.size, parts: local?.parts }
  }

  private select(node: Node & { kind: 'select' }, operand: Estimate): Estimate {
    const size = typeSize(this.typeOf(node))
    if (node.test) return { cost: operand.cost, size }
    if (node.optional) return { cost: operand.cost + 1, size }
    const kind = this.typeOf(node.operand)?.kind ?? 'dyn'
    const path = this.steps.field(operand.path, node.field)
    const step = kind === 'map' || kind === 'object' || kind === 'parameter' ? 1 : 0
    return { cost: operand.cost + step, path, size: pathSize(path) ?? size }
  }

  private argument(node: Node, { size, path }: Estimate): Argument {
    const itemSize = path === undefined ? undefined : pathSize(this.steps.items(path))
    return { node, type: this.typeOf(node), size, itemSize: itemSize ?? UNKNOWN_SIZE }
  }

  private call(node: Node & { kind: 'call' }, scope: Scope): Estimate {
    const called = calledFunction(node, (name) => scope.has(name), this.environment)
    const { name, target } = called
    const nodes = target ? [target, ...node.args] : node.args
    const parts = nodes.map((one) => this.of(one, scope))
    const [first, second] = parts
    const before = sum(parts)
    const own = typeSize(this.typeOf(node))
    if (name === '_[_]' && first && this.typeOf(nodes[0] ?? node)?.kind !== 'optional') {
      const path = this.steps.items(first.path)
      return { cost: before + 1, path, size: first.parts?.value ?? pathSize(path) ?? own }
    }
    if (name === 'dyn' && first) return { cost: before + 1, size: first.size, parts: first.parts }
    const args = nodes.map((one, i) => this.argument(one, parts[i] ?? { cost: 0 }))
    const overloads = fittingOverloads(
      this.environment.overloads(called.name),
      called,
      args.map(({ type }) => type),
    )
    const [receiver, ...others] = args
    const { cost, size } = callCost(
      overloads.map(({ parameters }) => ({
        name,
        parameters,
        ...(target ? { target: receiver, args: others } : { target: undefined, args }),
      })),
    )
    const made = name === '_+_' ? joinedParts(first?.parts, second?.parts) : undefined
    return { cost: plus(exactly(before), exactly(overloads.length > 0 ? cost : 1)).max, size: size ?? own, parts: made }
  }

  /** The target is evaluated twice: to see whether it has a value, and to get that. */
  private optionalMap(node: Node & { kind: 'optionalMap' }, scope: Scope): Estimate {
    const target = this.of(node.target, scope).cost + 1
    const type = this.typeOf(node.target)
    const value = { size: type?.kind === 'optional' ? typeSize(type.value) : undefined }
    const body = this.of(node.body, new Map([...scope, [node.name, value]])).cost
    const cost = target + LIST_COST + target + body + (node.flat ? 0 : 1)
    return { cost, size: typeSize(this.typeOf(node)) ?? UNKNOWN_SIZE }
  }

  private loop(node: Loop, scope: Scope): Estimate {
    const range = this.of(node.range, scope)
    const inside = new Map([...scope, ...this.loopNames(node, range)])
    const filter = node.filter ? this.of(node.filter, inside).cost : 0
    const body = this.of(node.body, inside)
    const { round, once } = ROUNDS[node.form]
    const count = range.size ?? UNKNOWN_SIZE
    const rounds = times(count, plus(exactly(filter), exactly(round), exactly(body.cost))).max
    const cost = plus(exactly(range.cost), exactly(once), exactly(rounds)).max
    if (node.form === 'transformMap' || node.form === 'transformMapEntry') return { cost, size: count }
    if (node.form !== 'map') return { cost, size: exactly(1) }
    const value = either(exactly(0), body.size ?? UNKNOWN_SIZE)
    return { cost, size: count, parts: { list: true, key: exactly(1), value } }
  }

  private loopNames({ names, range }: Loop, { path, parts }: Estimate): (readonly [string, LocalEstimate])[] {
    const isList = parts?.list ?? this.typeOf(range)?.kind === 'list'
    const value = { path: this.steps.items(path), size: parts?.value }
    const key = { path: isList && path !== undefined ? ('lost' as const) : this.steps.keys(path), size: parts?.key }
    const [first = '', second] = names
    if (second !== undefined)
      return [
        [first, key],
        [second, value],
      ]
    return [[first, isList ? value : key]]
  }
}
