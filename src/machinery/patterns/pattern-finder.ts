import { ASSERT, ASSERTIONS, CHARACTER, CLASS, JUMP, MATCH, type PatternProgram, SPLIT } from './pattern-program'
import type { PatternBudget } from './pattern-budget'

/** Start and end of a match, in UTF-16 units. */
export interface Found {
  readonly start: number
  readonly end: number
}

/** Threads of the automaton in order of preference, each with the start of its match. */
class Threads {
  count = 0
  readonly places: Int32Array
  readonly starts: Int32Array
  constructor(most: number) {
    this.places = new Int32Array(most)
    this.starts = new Int32Array(most)
  }
  add(place: number, start: number): void {
    this.places[this.count] = place
    this.starts[this.count] = start
    this.count += 1
  }
}

/** Number of characters whose class tests are cached: ASCII. */
const REMEMBERED = 128
const [UNKNOWN, NO, YES] = [0, 1, 2]
/** Positions that can be skipped in the time of one visit. */
const SKIPPED_PER_VISIT = 8

const isWord = (code: number | undefined): boolean =>
  code !== undefined &&
  ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95)

function holds(assertion: number, before: number | undefined, after: number | undefined): boolean {
  switch (ASSERTIONS[assertion]) {
    case 'start':
      return before === undefined
    case 'end':
      return after === undefined
    case 'line-start':
      return before === undefined || before === 10
    case 'line-end':
      return after === undefined || after === 10
    case 'word-edge':
      return isWord(before) !== isWord(after)
    default:
      return isWord(before) === isWord(after)
  }
}

const codeBefore = (text: string, at: number): number | undefined =>
  at === 0
    ? undefined
    : (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && at > 1
      ? text.codePointAt(at - 2)
      : text.charCodeAt(at - 1)

/**
 * Finds the leftmost match at or after `from`, preferring among those with the same start like RE2. All alternatives advance together, so
 * time is proportional to the text times the pattern.
 */
export class PatternFinder {
  private readonly tests: readonly RegExp[]
  /** Per class: which ASCII characters it contains. */
  private readonly remembered: readonly Uint8Array[]
  private readonly seen: Int32Array
  private readonly stack: Int32Array
  private readonly threads: Threads
  private readonly reached: Threads
  /** ASCII characters that a match may begin with; not used for patterns with assertions. */
  private readonly begins = new Uint8Array(REMEMBERED)
  private round = 0

  constructor(private readonly program: PatternProgram) {
    const { length } = program.operations
    this.tests = program.classes.map((source) => new RegExp(`^(?:${source})$`, 'u'))
    this.remembered = this.tests.map(() => new Uint8Array(REMEMBERED))
    this.seen = new Int32Array(length).fill(-1)
    this.stack = new Int32Array(2 * length + 2)
    this.threads = new Threads(length)
    this.reached = new Threads(length)
  }

  /** Null if there is no match; undefined if the search exceeds `budget`. */
  find(text: string, from: number, budget: PatternBudget): Found | null | undefined {
    let found: Found | null = null
    const { threads, reached } = this
    const { operations } = this.program
    threads.count = 0
    for (let at = from; ;) {
      if (!found && threads.count === 0) {
        const next = this.nextStart(text, at)
        budget.left -= (next - at) / SKIPPED_PER_VISIT
        at = next
      }
      const code = at < text.length ? text.codePointAt(at) : undefined
      const before = codeBefore(text, at)
      reached.count = 0
      this.round += 1
      for (let i = 0; i < threads.count; i += 1)
        this.follow(threads.places[i] ?? 0, threads.starts[i] ?? 0, reached, before, code)
      if (!found) this.follow(0, at, reached, before, code)
      budget.left -= reached.count + 1
      if (budget.left < 0) return undefined
      threads.count = 0
      for (let i = 0; i < reached.count; i += 1) {
        const place = reached.places[i] ?? 0
        const start = reached.starts[i] ?? 0
        if (operations[place] === MATCH) {
          found = { start, end: at }
          break // the remaining threads have lower preference
        }
        if (code !== undefined && this.takes(place, code)) threads.add(place + 1, start)
      }
      if (code === undefined || (found && threads.count === 0)) return found
      at += code > 0xffff ? 2 : 1
    }
  }

  /** The next position where a match may begin, skipping characters that can't start one. */
  private nextStart(text: string, from: number): number {
    if (this.program.asserts) return from
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= REMEMBERED) return at
      let begins = this.begins[code]
      if (begins === UNKNOWN) {
        begins = this.mayBegin(code) ? YES : NO
        this.begins[code] = begins
      }
      if (begins === YES) return at
    }
    return text.length
  }
  private mayBegin(code: number): boolean {
    this.round += 1
    this.reached.count = 0
    this.follow(0, 0, this.reached)
    for (let i = 0; i < this.reached.count; i += 1) {
      const place = this.reached.places[i] ?? 0
      if (this.program.operations[place] === MATCH || this.takes(place, code)) return true
    }
    return false
  }

  private takes(place: number, code: number): boolean {
    const argument = this.program.argument[place] ?? 0
    if (this.program.operations[place] === CHARACTER) return argument === code
    if (code >= REMEMBERED) return this.tests[argument]?.test(String.fromCodePoint(code)) === true
    const remembered = this.remembered[argument]
    let answer = remembered?.[code]
    if (remembered && answer === UNKNOWN) {
      answer = this.tests[argument]?.test(String.fromCharCode(code)) === true ? YES : NO
      remembered[code] = answer
    }
    return answer === YES
  }

  /** Adds all places reachable without consuming a character, preferred ones first. */
  private follow(from: number, start: number, reached: Threads, before?: number, after?: number): void {
    const { operations, argument, next } = this.program
    const { stack, seen, round } = this
    let depth = 0
    stack[depth++] = from
    while (depth > 0) {
      const at = stack[--depth] ?? 0
      if (seen[at] === round) continue
      seen[at] = round
      const value = argument[at] ?? 0
      const target = next[at] ?? 0
      switch (operations[at]) {
        case SPLIT:
          stack[depth++] = value === 1 ? at + 1 : target
          stack[depth++] = value === 1 ? target : at + 1
          break
        case JUMP:
          stack[depth++] = target
          break
        case ASSERT:
          if (holds(value, before, after)) stack[depth++] = at + 1
          break
        case CHARACTER:
        case CLASS:
        case MATCH:
          reached.add(at, start)
      }
    }
  }
}
