import type { Span } from './expression-error'
import type { Value } from './values'

interface Base extends Span {
  /** Unique within its expression. */
  readonly id: number
  /** Offset that error messages point to, if it is not the start: an operator's sign, a call's parenthesis. */
  readonly mark?: number
}
/** An entry of a map literal; an optional one is left out if its value is absent. */
export interface Entry {
  readonly key: Node
  readonly value: Node
  readonly optional: boolean
}
/** The macros that loop. */
export type LoopForm = 'all' | 'exists' | 'existsOne' | 'map' | 'transformMap' | 'transformMapEntry'

/** A macro over a list or map: `list.all(item, test)`. */
export interface Loop extends Base {
  readonly kind: 'loop'
  readonly form: LoopForm
  readonly range: Node
  /** One name for list items or map keys; two for index and item, or key and value. */
  readonly names: readonly string[]
  readonly filter: Node | undefined
  readonly body: Node
}

/** An expression's syntax tree; macros are nodes of their own. */
export type Node =
  | (Base & { readonly kind: 'literal'; readonly value: Value })
  | (Base & { readonly kind: 'name'; readonly name: string })
  | (Base & {
      readonly kind: 'select'
      readonly operand: Node
      readonly field: string
      readonly optional: boolean
      readonly test: boolean
    })
  | (Base & {
      readonly kind: 'call'
      readonly name: string
      readonly target: Node | undefined
      readonly args: readonly Node[]
    })
  | (Base & { readonly kind: 'logic'; readonly all: boolean; readonly args: readonly Node[] })
  | (Base & { readonly kind: 'choice'; readonly test: Node; readonly then: Node; readonly otherwise: Node })
  | (Base & { readonly kind: 'list'; readonly items: readonly { readonly value: Node; readonly optional: boolean }[] })
  | (Base & { readonly kind: 'map'; readonly entries: readonly Entry[] })
  | (Base & {
      readonly kind: 'object'
      readonly name: string
      readonly entries: readonly {
        readonly field: string
        readonly value: Node
        readonly optional: boolean
        /** Where errors of the field are reported. */
        readonly colon: Span
      }[]
      /** Where errors of the type are reported. */
      readonly brace: Span
    })
  | (Base & { readonly kind: 'bind'; readonly name: string; readonly value: Node; readonly body: Node })
  | (Base & {
      readonly kind: 'optionalMap'
      readonly target: Node
      readonly name: string
      readonly body: Node
      readonly flat: boolean
    })
  | Loop

/** The children of a node in evaluation order. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return []
    case 'select':
      return [node.operand]
    case 'call':
      return node.target ? [node.target, ...node.args] : node.args
    case 'logic':
      return node.args
    case 'choice':
      return [node.test, node.then, node.otherwise]
    case 'list':
      return node.items.map(({ value }) => value)
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value])
    case 'object':
      return node.entries.map(({ value }) => value)
    case 'bind':
      return [node.value, node.body]
    case 'optionalMap':
      return [node.target, node.body]
    case 'loop':
      return node.filter ? [node.range, node.filter, node.body] : [node.range, node.body]
  }
}
