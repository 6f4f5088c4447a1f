// How long hostile expressions take until they end: node tools/bench/expressions.mjs [part of a name]
// Exits with 1 when one takes longer than it may. CPU time, so that other work on the machine does not count.

import { pathToFileURL } from 'node:url'
import { importBundled } from '../bundle.mjs'

const LIMIT_MS = 50
const RUNS = 3
const RELEASE = 35

/** What came of it, and the least CPU time of some runs in ms: the first runs warm the engine up. */
function timeOf({ compile, environment, HOSTILE_VARIABLES }, source) {
  let [best, outcome] = [Infinity, '']
  for (let i = 0; i < RUNS; i++) {
    const start = process.cpuUsage()
    try {
      const { value, cost } = compile(source, environment).run({ variable: (name) => HOSTILE_VARIABLES[name]?.value })
      outcome = `${String(value)}, cost ${cost}`
    } catch (error) {
      outcome = error.message.split('\n', 1)[0].slice(0, 80)
    }
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
    if (best > 1_000) break
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
