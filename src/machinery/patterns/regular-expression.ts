import { InvalidPattern } from './pattern-cursor'
import { PatternMatcher } from './pattern-matcher'
import { parsePattern } from './pattern-parser'
import { compileTree, PatternTooLarge } from './pattern-program'

/**
 * Schema patterns use RE2's syntax: no look-around or back-references, but named classes, flags in groups and `\A`, `\z`, `\Q…\E`. We
 * match them with our own automaton: JavaScript's regular expressions have another syntax and backtrack, so one pattern could block the
 * thread forever.
 */
const compiled = new Map<string, PatternMatcher | undefined>()
const MAX_KEPT = 500

/** Compiles a schema pattern; undefined if it is not valid RE2 syntax or too large. */
export function compilePattern(pattern: string): PatternMatcher | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  const result = compile(pattern)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(pattern, result)
  return result
}

/** Error text for a pattern that can't be compiled, worded as by RE2. */
export function patternProblem(pattern: string): string {
  try {
    compileTree(parsePattern(pattern))
  } catch (error) {
    if (error instanceof InvalidPattern) return error.message
    if (!(error instanceof PatternTooLarge)) throw error
  }
  return `error parsing regexp: expression too large: \`${pattern}\``
}

/** Whether the pattern is already compiled and cached. */
export const isCompiled = (pattern: string): boolean => compiled.has(pattern)

function compile(pattern: string): PatternMatcher | undefined {
  try {
    return new PatternMatcher(compileTree(parsePattern(pattern)))
  } catch (error) {
    if (error instanceof InvalidPattern || error instanceof PatternTooLarge) return undefined
    throw error
  }
}
