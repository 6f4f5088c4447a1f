// How long hostile expressions block the thread that evaluates them: node tools/bench/expressions.mjs [part of a name]
// Exits with 1 if one takes longer than its limit. Each number is the median of the runs of a round, in the quietest round: an expression
// that is too slow fails every round; one that is not gets further rounds if other programs keep the machine busy.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { importBundled } from '../bundle.mjs'

const LIMIT_MS = 50
const [RUNS, ROUNDS] = [5, 5]
const RELEASE = 35
const HOPELESS_MS = 1_000

/**
 * CPU time of this thread in ms, without other programs and other threads of this one (garbage collection, compilation), which don't matter
 * on a quiet machine. Where the system does not report it, the elapsed time.
 */
const worked = (() => {
  const file = '/proc/thread-self/schedstat'
  try {
    readFileSync(file)
  } catch {
    return () => performance.now()
  }
  return () => Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1e6
})()

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** The outcome, and the median of each round in ms until one is within the limit. */
function timeOf({ compile, environment, HOSTILE_VARIABLES }, source) {
  let outcome = ''
  const run = () => {
    const start = worked()
    try {
      const { value, cost } = compile(source, environment).run({ variable: (name) => HOSTILE_VARIABLES[name]?.value })
      outcome = `${String(value)}, cost ${cost}`
    } catch (error) {
      outcome = error.message.split('\n', 1)[0].slice(0, 80)
    }
    return worked() - start
  }
  let best = Infinity
  for (let round = 0; round < ROUNDS && best > LIMIT_MS; round++) {
    const first = run()
    best = Math.min(best, first > HOPELESS_MS ? first : median([first, ...Array.from({ length: RUNS - 1 }, run)]))
    if (best > HOPELESS_MS) break
  }
  return { best, outcome }
}

/** Times of the cases: { name, milliseconds, limit, outcome }. */
export async function measure(part = '') {
  const { Environment, HOSTILE_EXPRESSIONS, ...found } = await importBundled('tools/bench/expression-parts.ts')
  const types = Object.entries(found.HOSTILE_VARIABLES).map(([name, { type }]) => [name, type])
  const environment = new Environment({ ...found.languageOf(RELEASE), variables: Object.fromEntries(types) })
  const results = []
  for (const [name, source] of Object.entries(HOSTILE_EXPRESSIONS)) {
    if (!name.includes(part)) continue
    const { best, outcome } = timeOf({ ...found, environment }, source)
    results.push({ name: `hostile expression: ${name}`, limit: LIMIT_MS, milliseconds: best, outcome })
  }
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await measure(process.argv[2])
  for (const { name, limit, milliseconds, outcome } of results)
    console.log(
      `${milliseconds > limit ? 'MISSED' : 'holds '} ${milliseconds.toFixed(1).padStart(8)} ms  ${name}: ${outcome}`,
    )
  process.exit(results.some(({ milliseconds, limit }) => milliseconds > limit) ? 1 : 0)
}
