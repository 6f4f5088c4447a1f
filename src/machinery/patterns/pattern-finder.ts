import { ASSERT, ASSERTIONS, CHARACTER, CLASS, JUMP, MATCH, type PatternProgram, SPLIT } from './pattern-program'
import type { PatternBudget } from './pattern-matcher'

/** Where a match begins and ends, in UTF-16 units. */
export interface Found {
  readonly start: number
  readonly end: number
}

/** Threads of the automaton in the order of their preference, each with the place where its match began. */
interface Threads {
  readonly places: number[]
  readonly starts: number[]
}

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
 * Finds the leftmost match from `from` on, and of those that begin there the one that the pattern prefers, as RE2 does.
 * All ways are tried at once, so time is proportional to the text times the pattern.
 */
export class PatternFinder {
  private readonly tests: readonly RegExp[]
  private readonly seen: Int32Array
  private round = 0

  constructor(private readonly program: PatternProgram) {
    this.tests = program.classes.map((source) => new RegExp(`^(?:${source})$`, 'u'))
    this.seen = new Int32Array(program.operations.length).fill(-1)
  }

  /** Null when there is none; undefined when finding out would cost more than `budget` has. */
  find(text: string, from: number, budget: PatternBudget): Found | null | undefined {
    let found: Found | null = null
    let threads: Threads = { places: [], starts: [] }
    for (let at = from; ;) {
      const code = at < text.length ? text.codePointAt(at) : undefined
      const before = codeBefore(text, at)
      const reached: Threads = { places: [], starts: [] }
      this.round += 1
      for (const [i, place] of threads.places.entries())
        this.follow(place, threads.starts[i] ?? 0, reached, before, code)
      if (!found) this.follow(0, at, reached, before, code)
      budget.left -= reached.places.length + 1
      if (budget.left < 0) return undefined
      threads = { places: [], starts: [] }
      for (const [i, place] of reached.places.entries()) {
        const start = reached.starts[i] ?? 0
        if (this.program.operations[place] === MATCH) {
          found = { start, end: at }
          break // what follows is preferred less
        }
        if (code !== undefined && this.takes(place, code)) {
          threads.places.push(place + 1)
          threads.starts.push(start)
        }
      }
      if (code === undefined || (found && threads.places.length === 0)) return found
      at += code > 0xffff ? 2 : 1
    }
  }

  private takes(place: number, code: number): boolean {
    const argument = this.program.argument[place] ?? 0
    if (this.program.operations[place] === CHARACTER) return argument === code
    return this.tests[argument]?.test(String.fromCodePoint(code)) === true
  }

  /** Adds all places that are reached without taking a character, the preferred ones first. */
  private follow(from: number, start: number, reached: Threads, before?: number, after?: number): void {
    const { operations, argument, next } = this.program
    const stack = [from]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.seen[at] === this.round) continue
      this.seen[at] = this.round
      const value = argument[at] ?? 0
      const target = next[at] ?? 0
      switch (operations[at]) {
        case SPLIT:
          if (value === 1) stack.push(at + 1, target)
          else stack.push(target, at + 1)
          break
        case JUMP:
          stack.push(target)
          break
        case ASSERT:
          if (holds(value, before, after)) stack.push(at + 1)
          break
        case CHARACTER:
        case CLASS:
        case MATCH:
          reached.places.push(at)
          reached.starts.push(start)
      }
    }
  }
}
