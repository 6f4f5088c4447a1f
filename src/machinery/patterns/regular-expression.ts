import { InvalidPattern } from './pattern-cursor'
import { PatternMatcher } from './pattern-matcher'
import { parsePattern } from './pattern-parser'
import { compileTree, PatternTooLarge } from './pattern-program'

/**
 * Patterns of schemas are of RE2's syntax: no look-around, no back-references, but named classes, flags in groups and
 * `\A`, `\z`, `\Q…\E`. An automaton of our own matches them: the engine's regular expressions have another syntax,
 * and backtrack, so that one pattern could hold the thread for ever.
 */
const compiled = new Map<string, PatternMatcher | undefined>()
const MAX_KEPT = 500

/** Compiles a pattern of a schema; undefined when it is not a regular expression (of RE2's syntax), or too large for one. */
export function compilePattern(pattern: string): PatternMatcher | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  const result = compile(pattern)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(pattern, result)
  return result
}

/** What is wrong with a pattern that can't be compiled, in the words that clients of this API know. */
export function patternProblem(pattern: string): string {
  try {
    compileTree(parsePattern(pattern))
  } catch (error) {
    if (error instanceof InvalidPattern) return error.message
    if (!(error instanceof PatternTooLarge)) throw error
  }
  return `error parsing regexp: expression too large: \`${pattern}\``
}

/** Whether compiling the pattern takes no time, since it was compiled before. */
export const isCompiled = (pattern: string): boolean => compiled.has(pattern)

function compile(pattern: string): PatternMatcher | undefined {
  try {
    return new PatternMatcher(compileTree(parsePattern(pattern)))
  } catch (error) {
    if (error instanceof InvalidPattern || error instanceof PatternTooLarge) return undefined
    throw error
  }
}
