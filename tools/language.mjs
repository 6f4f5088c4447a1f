// npm run language: how much of the expression language holds. Prints the share of its conformance cases that pass and what is left
// out, the documented examples of the server's functions, the largest deviation from a documented cost, and the packed size of the
// language's code. Exits with 1 when a goal is missed.
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { importBundled } from './bundle.mjs'

const RELEASE = 35
/** Goals: minimum share of passing cases (%), maximum cost deviation (%), maximum size of the code (kB of 1,000 bytes, gzip). */
const [LEAST_SHARE, MOST_DEVIATION, MOST_SIZE] = [99.5, 10, 70]

const parts = await importBundled('tools/language-parts.ts')
const environment = new parts.Environment(parts.languageOf(RELEASE))
let missed = false
function say(holds, text) {
  if (!holds) missed = true
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${text}`)
}

function cases() {
  const { judged, leftOut } = parts.languageCases()
  const faults = judged.map(([name, one]) => [name, parts.faultOf(one)]).filter(([, fault]) => fault !== undefined)
  const share = (1 - faults.length / judged.length) * 100
  say(
    share >= LEAST_SHARE,
    `conformance cases: ${judged.length - faults.length} of ${judged.length} pass (${share.toFixed(2)} %)`,
  )
  for (const [name, fault] of faults) console.log(`        ${name}: ${fault}`)
  for (const [reason, count] of leftOut) console.log(`        left out: ${count} that ${reason}`)
}

function examples() {
  const all = parts.DOCUMENTED_EXAMPLES
  const wrong = all.filter(([source, gives]) => !isDeepStrictEqual(parts.expressionOutcome(source, environment), gives))
  say(
    wrong.length === 0,
    `documented examples of the server's functions: ${all.length - wrong.length} of ${all.length}`,
  )
  for (const [source] of wrong) console.log(`        ${source}`)
}

function costs() {
  // The published costs are those of expressions whose constants are not folded.
  const plain = new parts.Environment({ ...parts.languageOf(RELEASE), foldsConstants: false })
  const rows = [
    ...parts.DOCUMENTED_COSTS.map((row) => [plain, ...row]),
    ...parts.COSTS_WITH_FOLDING.map((row) => [environment, ...row]),
  ].map(([language, source, documented]) => {
    const { cost } = parts.compile(source, language).run({ variable: () => undefined })
    return { source, cost, documented, deviation: (Math.abs(cost - documented) / Math.max(documented, 1)) * 100 }
  })
  const worst = rows.reduce((a, b) => (b.deviation > a.deviation ? b : a))
  const where = worst.deviation > 0 ? `: ${worst.source} costs ${worst.cost} instead of ${worst.documented}` : ''
  say(
    worst.deviation <= MOST_DEVIATION,
    `costs: ${rows.length} documented ones, largest deviation ${worst.deviation.toFixed(1)} %${where}`,
  )
}

async function size() {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ['src/api/policies/language.ts', 'src/expressions/program.ts'],
    bundle: true,
    splitting: true,
    write: false,
    outdir: 'language',
    format: 'esm',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
  })
  const packed = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0) / 1_000
  say(packed <= MOST_SIZE, `code of the language: ${packed.toFixed(1)} kB packed, at most ${MOST_SIZE} kB`)
}

cases()
examples()
costs()
await size()
process.exit(missed ? 1 : 0)
