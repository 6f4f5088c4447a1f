import { type Found, PatternFinder } from './pattern-finder'
import { ASSERT, CHARACTER, CLASS, JUMP, MATCH, type PatternProgram, SPLIT } from './pattern-program'
import { PatternBudget } from './pattern-budget'
import { EDGE, HOLDS, type Side, sideOf } from './character-sides'

/** A set of program places before a character, together with the kind of the preceding character. */
interface State {
  readonly places: Int32Array
  readonly before: Side
  /** Next state by character kind; `undefined` if not computed yet. */
  readonly next: (State | typeof FOUND | undefined)[]
  /** Whether the text matches if it ends here. */
  atEnd: boolean | undefined
}

/** A kind of characters that the pattern does not distinguish. */
interface Kind {
  readonly number: number
  /** Index into `literals`, or -1. */
  readonly literal: number
  /** 1 for each class that contains these characters. */
  readonly classes: Uint8Array
  readonly side: Side
}

const FOUND = Symbol('found')
/** The kind after the last character. */
const END: Kind = { number: -1, literal: -2, classes: new Uint8Array(), side: EDGE }
/** Limits of the deterministic automaton; beyond them matching continues without new states. */
const MAX_STATES = 2_000
const MAX_PLACES = 500_000
const MAX_KNOWN_CHARACTERS = 20_000
/** Characters processed by the automaton at the cost of one instruction. */
const CHARACTERS_PER_VISIT = 3
const VISITS_PER_TEST = 4

const stateOf = (places: readonly number[], before: Side): State => ({
  places: Int32Array.from(places),
  before,
  next: [],
  atEnd: undefined,
})

/**
 * Searches a text for a pattern in linear time: with a deterministic automaton, built lazily, and with the nondeterministic one where that
 * would have too many states.
 */
export class PatternMatcher {
  private readonly states = new Map<string, State>()
  private placesHeld = 0
  private readonly kinds = new Map<string, Kind>()
  private readonly kindOf = new Map<number, Kind>()
  private readonly asciiKinds: (Kind | undefined)[] = new Array<Kind | undefined>(128)
  private readonly tests: readonly RegExp[]
  private readonly literals: ReadonlyMap<number, number>
  private readonly argument: Int32Array
  private readonly start: State
  private readonly seen: Int32Array
  private readonly stack: Int32Array
  private round = 0
  private finder: PatternFinder | undefined

  constructor(private readonly program: PatternProgram) {
    this.tests = program.classes.map((source) => new RegExp(`^(?:${source})$`, 'u'))
    const literals = new Map<number, number>()
    this.argument = program.argument.map((code, i) => {
      if (program.operations[i] !== CHARACTER) return code
      const literal = literals.get(code) ?? literals.size
      literals.set(code, literal)
      return literal
    })
    this.literals = literals
    this.seen = new Int32Array(program.operations.length)
    this.stack = new Int32Array(program.operations.length + 1)
    this.start = { places: Int32Array.of(0), before: EDGE, next: [], atEnd: undefined }
  }

  /** Number of instructions of the compiled pattern. */
  get size(): number {
    return this.program.operations.length
  }

  /** Whether the pattern matches anywhere in the text; undefined if that would exceed `budget`. */
  test(text: string, budget: PatternBudget = new PatternBudget()): boolean | undefined {
    if (this.isFull()) this.forget()
    let state = this.start
    for (let i = 0; i < text.length;) {
      const unit = text.charCodeAt(i)
      const code = unit < 0xd800 ? unit : (text.codePointAt(i) ?? 0)
      i += code > 0xffff ? 2 : 1
      const kind = (code < 128 ? this.asciiKinds[code] : this.kindOf.get(code)) ?? this.findKind(code, budget)
      let next = state.next[kind.number]
      if (next === undefined) {
        if (budget.left <= 0) return undefined
        const places = this.step(state, kind, budget)
        const keeps = !this.isFull()
        if (!places) next = FOUND
        else next = keeps ? this.intern(places, kind.side) : stateOf(places, kind.side)
        if (keeps) state.next[kind.number] = next
      }
      if (next === FOUND) return true
      state = next
    }
    budget.left -= text.length / CHARACTERS_PER_VISIT
    return (state.atEnd ??= this.step(state, END, budget) === undefined)
  }

  /** The first match from a position: null if there is none, undefined if the search would exceed `budget`. */
  find(text: string, from: number, budget: PatternBudget): Found | null | undefined {
    this.finder ??= new PatternFinder(this.program)
    return this.finder.find(text, from, budget)
  }

  private isFull(): boolean {
    return this.states.size >= MAX_STATES || this.placesHeld > MAX_PLACES
  }

  private forget(): void {
    this.states.clear()
    this.start.next.length = 0
    this.placesHeld = 0
  }

  private intern(places: readonly number[], before: Side): State {
    const name = `${before}:${places.join()}`
    let state = this.states.get(name)
    if (!state) {
      state = stateOf(places, before)
      this.states.set(name, state)
      this.placesHeld += places.length
    }
    return state
  }

  private findKind(code: number, budget: PatternBudget): Kind {
    const character = String.fromCodePoint(code)
    const side = this.program.asserts ? sideOf(code) : EDGE
    const literal = this.literals.get(code) ?? -1
    const classes = Uint8Array.from(this.tests, (test) => (test.test(character) ? 1 : 0))
    budget.left -= 1 + this.tests.length * VISITS_PER_TEST
    const name = `${side}:${literal}:${classes.join('')}`
    const kind = this.kinds.get(name) ?? { number: this.kinds.size, literal, classes, side }
    this.kinds.set(name, kind)
    if (this.kindOf.size >= MAX_KNOWN_CHARACTERS) this.kindOf.clear()
    this.kindOf.set(code, kind)
    if (code < 128) this.asciiKinds[code] = kind
    return kind
  }

  /** The state after one character; undefined once a match has ended. A match may start at any character. */
  private step({ places, before }: State, kind: Kind, budget: PatternBudget): number[] | undefined {
    const { operations, next } = this.program
    const { argument } = this
    const reached: number[] = []
    const { stack, seen } = this
    const round = ++this.round
    let visits = 0
    for (const place of places) {
      let depth = 0
      if (seen[place] !== round) stack[depth++] = place
      seen[place] = round
      while (depth > 0) {
        const at = stack[--depth] ?? 0
        visits += 1
        const follow = (target: number): void => {
          if (seen[target] === round) return
          seen[target] = round
          stack[depth++] = target
        }
        switch (operations[at]) {
          case MATCH:
            return undefined
          case CHARACTER:
            if (argument[at] === kind.literal) reached.push(at + 1)
            break
          case CLASS:
            if (kind.classes[argument[at] ?? 0] === 1) reached.push(at + 1)
            break
          case SPLIT:
            follow(next[at] ?? 0)
            follow(at + 1)
            break
          case JUMP:
            follow(next[at] ?? 0)
            break
          case ASSERT:
            if (HOLDS[argument[at] ?? 0]?.(before, kind.side)) follow(at + 1)
        }
      }
    }
    budget.left -= visits
    reached.push(0)
    return reached
  }
}
