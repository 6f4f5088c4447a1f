/** A pattern as a syntax tree and as the program of a nondeterministic automaton. */

/** Zero-width assertions. `line-…` are those of flag `m`; words consist of ASCII letters, digits and `_`. */
export type Assertion = 'start' | 'end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge'

/** A parsed pattern, before it becomes a program. */
export type PatternNode =
  | { readonly kind: 'character'; readonly code: number }
  /** One character of a set, given as a single-character regular expression with the `u` flag. */
  | { readonly kind: 'class'; readonly source: string }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  /** Without `most`, unlimited; `lazy` prefers fewer repetitions. */
  | {
      readonly kind: 'repeat'
      readonly node: PatternNode
      readonly least: number
      readonly most: number | undefined
      readonly lazy: boolean
    }

/** The pattern that matches the empty text. */
export const NOTHING: PatternNode = { kind: 'sequence', nodes: [] }

/** The compiled program of a pattern would exceed the size limit. */
export class PatternTooLarge extends Error {
  override readonly name = 'PatternTooLarge'
}

/** Operations of a compiled pattern. */
export const [MATCH, CHARACTER, CLASS, SPLIT, ASSERT, JUMP] = [0, 1, 2, 3, 4, 5]
/** Conditions on a position in the text; an instruction refers to one by its index. */
export const ASSERTIONS: readonly Assertion[] = ['start', 'end', 'line-start', 'line-end', 'word-edge', 'no-word-edge']

/**
 * Instruction `i` is `operations[i]`. CHARACTER and CLASS consume one character and continue at `i + 1`; SPLIT continues at `i + 1` and at
 * `next[i]` (preferred if its argument is 1), JUMP at `next[i]`, ASSERT at `i + 1` if `argument[i]` of ASSERTIONS holds.
 */
export interface PatternProgram {
  readonly operations: Uint8Array
  /** A code point, or an index into `classes` or ASSERTIONS. */
  readonly argument: Int32Array
  readonly next: Int32Array
  readonly classes: readonly string[]
  readonly asserts: boolean
}

const MAX_INSTRUCTIONS = 300_000

/** @throws PatternTooLarge */
export function compileTree(tree: PatternNode): PatternProgram {
  const assembler = new Assembler()
  assembler.add(tree)
  assembler.emit(MATCH)
  return assembler.program()
}

class Assembler {
  private readonly operations: number[] = []
  private readonly argument: number[] = []
  private readonly next: number[] = []
  private readonly classes = new Map<string, number>()
  private asserts = false

  program(): PatternProgram {
    return {
      operations: Uint8Array.from(this.operations),
      argument: Int32Array.from(this.argument),
      next: Int32Array.from(this.next),
      classes: [...this.classes.keys()],
      asserts: this.asserts,
    }
  }

  /** Returns the instruction's position. */
  emit(operation: number, argument = 0, next = 0): number {
    if (this.operations.length >= MAX_INSTRUCTIONS) throw new PatternTooLarge()
    this.argument.push(argument)
    this.next.push(next)
    return this.operations.push(operation) - 1
  }

  private get here(): number {
    return this.operations.length
  }

  add(node: PatternNode): void {
    switch (node.kind) {
      case 'character':
        this.emit(CHARACTER, node.code)
        return
      case 'class':
        this.emit(CLASS, this.classOf(node.source))
        return
      case 'assertion':
        this.asserts = true
        this.emit(ASSERT, ASSERTIONS.indexOf(node.assertion))
        return
      case 'sequence':
        for (const one of node.nodes) this.add(one)
        return
      case 'choice':
        return this.choice(node.nodes)
      case 'repeat':
        return this.repeat(node.node, node.least, node.most, node.lazy ? 1 : 0)
    }
  }

  private classOf(source: string): number {
    const known = this.classes.get(source)
    if (known !== undefined) return known
    this.classes.set(source, this.classes.size)
    return this.classes.size - 1
  }

  private choice(nodes: readonly PatternNode[]): void {
    const ends: number[] = []
    nodes.forEach((node, i) => {
      if (i === nodes.length - 1) return this.add(node)
      const split = this.emit(SPLIT)
      this.add(node)
      ends.push(this.emit(JUMP))
      this.next[split] = this.here
    })
    for (const end of ends) this.next[end] = this.here
  }

  private repeat(node: PatternNode, least: number, most: number | undefined, lazy: number): void {
    for (let i = 0; i < least; i += 1) this.add(node)
    if (most === undefined) {
      const split = this.emit(SPLIT, lazy)
      this.add(node)
      this.emit(JUMP, 0, split)
      this.next[split] = this.here
      return
    }
    const splits: number[] = []
    for (let i = least; i < most; i += 1) {
      splits.push(this.emit(SPLIT, lazy))
      this.add(node)
    }
    for (const split of splits) this.next[split] = this.here
  }
}
