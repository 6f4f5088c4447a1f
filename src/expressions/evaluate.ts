import type { Loop, Node } from './ast'
import { fieldStep, itemStep } from './access-steps'
import { bind, loop, optionalMap } from './binding-steps'
import { constantList, listLiteral, mapLiteral, objectLiteral } from './collection-literals'
import { Constants, once } from './constants'
import { dottedName } from './dotted-name'
import type { Environment } from './environment'
import { fail } from './expression-error'
import { free, isFolded, keyStep, looksIntoSet, onlyFirstCharged } from './folding'
import { asBoolean, type Step } from './frame'
import type { Overload } from './functions'
import { logic, orElse } from './logic-steps'
import { dispatch, foreseen } from './overloads'
import type { Type } from './types'

/** Compiles an expression to a function. With `observed`, the value of each subexpression is reported, which is slower. */
export function plan(node: Node, environment: Environment, types: ReadonlyMap<number, Type>, observed: boolean): Step {
  return new Planner(environment, types, observed).step(node, [])
}

type Names = readonly string[]

class Planner {
  private readonly constants = new Constants()

  constructor(
    private readonly environment: Environment,
    private readonly types: ReadonlyMap<number, Type>,
    private readonly observed: boolean,
  ) {}

  step(node: Node, names: Names): Step {
    const made = this.inner(node, names)
    const inner = node.kind !== 'literal' && this.environment.foldsConstants && isFolded(node) ? free(made) : made
    if (!this.observed) return node.kind !== 'literal' && this.constants.has(node) ? once(inner) : inner
    return (frame) => {
      const value = inner(frame)
      frame.observe?.(node, value)
      return value
    }
  }

  private inner(node: Node, names: Names): Step {
    switch (node.kind) {
      case 'literal':
        return () => node.value
      case 'name':
        return this.named(node.name, names) ?? (() => fail(`no such attribute: ${node.name}`))
      case 'select':
        return this.select(node, names)
      case 'call':
        return this.call(node, names)
      case 'logic':
        return logic(
          this.steps(
            node.args.filter((arg) => this.observed || arg.kind !== 'literal' || arg.value !== node.all),
            names,
          ),
          node.all,
        )
      case 'choice': {
        if (!this.observed && node.test.kind === 'literal' && typeof node.test.value === 'boolean')
          return this.step(node.test.value ? node.then : node.otherwise, names)
        const [test, then, otherwise] = [node.test, node.then, node.otherwise].map((one) => this.step(one, names))
        return (frame) => ((asBoolean(test?.(frame) ?? null) ? then : otherwise) ?? test)?.(frame) ?? null
      }
      case 'list':
        return this.list(node, names)
      case 'map':
        return this.map(node, names)
      case 'object':
        return this.construct(node, names)
      case 'bind':
        return bind(names.length, this.step(node.value, names), this.step(node.body, [...names, node.name]))
      case 'optionalMap': {
        const body = this.step(node.body, [...names, node.name])
        return optionalMap(names.length, this.step(node.target, names), body, node.flat)
      }
      case 'loop':
        return this.loop(node, names)
    }
  }

  /** Undefined if the name can't be resolved. */
  private named(name: string, names: Names): Step | undefined {
    const slot = names.lastIndexOf(name)
    if (slot >= 0)
      return (frame) => {
        frame.charge(1)
        return frame.locals[slot] ?? null
      }
    const variable = this.environment.variable(name)
    if (variable !== undefined)
      return (frame) => {
        frame.charge(1)
        const value = frame.variable(variable)
        return value === undefined ? fail(`no such attribute: ${name}`) : value
      }
    const type = this.environment.typeNamed(name)
    return type && (() => type.value)
  }

  private select(node: Node & { kind: 'select' }, names: Names): Step {
    const whole = node.test ? undefined : dottedName(node)
    if (whole !== undefined && !names.includes(whole.split('.', 1)[0] ?? '')) {
      const step = this.named(whole, names)
      if (step) return step
    }
    return fieldStep(this.step(node.operand, names), node)
  }

  private call(node: Node & { kind: 'call' }, names: Names): Step {
    const namespace = node.target && dottedName(node.target)
    if (namespace !== undefined && !names.includes(namespace.split('.', 1)[0] ?? '')) {
      const overloads = this.environment.overloads(`${namespace}.${node.name}`)
      if (overloads.length > 0) return this.calling(overloads, node.args, names, node.name)
    }
    const { name, target, args } = node
    if (name === '_[_]' || name === '_[?_]') return this.index(node, names)
    const parts = target ? [target, ...args] : args
    if (target && (name === 'or' || name === 'orValue')) return orElse(this.steps(parts, names), name === 'orValue')
    const overloads = this.environment.overloads(name).filter(({ member }) => member === (target !== undefined))
    if (this.environment.foldsConstants && looksIntoSet(node)) return this.lookingIntoSet(overloads, args, names)
    return this.calling(overloads, parts, names, name)
  }
  private lookingIntoSet(overloads: readonly Overload[], [value, list]: readonly Node[], names: Names): Step {
    if (!value || !list) return () => fail('no such overload')
    const items = this.step(list, names)
    return onlyFirstCharged(this.step(value, names), (first) => dispatch(overloads, [first, items], '@in', undefined))
  }
  private calling(overloads: readonly Overload[], parts: readonly Node[], names: Names, name: string): Step {
    const types = parts.map(({ id }) => this.types.get(id))
    return dispatch(overloads, this.steps(parts, names), name, foreseen(overloads, types))
  }
  private steps(nodes: readonly Node[], names: Names): Step[] {
    return nodes.map((node) => this.step(node, names))
  }

  private index({ args, name }: Node & { kind: 'call' }, names: Names): Step {
    const [collection, key] = this.steps(args, names)
    return itemStep(collection, keyStep(args[1], key), this.environment.overloads('_[_]'), name === '_[?_]')
  }

  private list({ items }: Node & { kind: 'list' }, names: Names): Step {
    if (!this.observed && items.every(({ value, optional }) => value.kind === 'literal' && !optional))
      return constantList(items.map(({ value }) => (value.kind === 'literal' ? value.value : null)))
    return listLiteral(items.map(({ value, optional }) => ({ step: this.step(value, names), optional })))
  }

  private map({ entries }: Node & { kind: 'map' }, names: Names): Step {
    return mapLiteral(
      entries.map(({ key, value, optional }) => ({
        key: this.step(key, names),
        value: this.step(value, names),
        optional,
      })),
    )
  }

  private construct({ name, entries }: Node & { kind: 'object' }, names: Names): Step {
    const type = this.environment.constructedType(name)
    if (!type) return () => fail(`unknown type: ${name}`)
    return objectLiteral(
      type.name,
      entries.map(({ field, value, optional }) => ({ field, value: this.step(value, names), optional })),
    )
  }

  private loop(node: Loop, names: Names): Step {
    const inside = [...names, ...node.names]
    return loop({
      form: node.form,
      slot: names.length,
      pairs: node.names.length === 2,
      folds: this.environment.foldsConstants,
      range: this.step(node.range, names),
      filter: node.filter && this.step(node.filter, inside),
      body: this.step(node.body, inside),
    })
  }
}
