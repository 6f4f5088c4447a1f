// Runs the checks of a commit, two at a time, each with its cache: types, lint, words, names, format, layers.
// Usage: node tools/check.mjs. Prints the failures, and the time of each check.
import { spawn } from 'node:child_process'

const CACHE = 'node_modules/.cache'
// The compiler in machine code; the package `typescript` is the one that other tools call.
const TSC = 'node_modules/typescript-native/bin/tsc'
const CHECKS = [
  ['lint', 'oxlint .'],
  ['types', `node ${TSC} -p tsconfig.json --incremental --tsBuildInfoFile ${CACHE}/types.tsbuildinfo`],
  [
    'types of the control plane',
    `node ${TSC} -p tsconfig.control-plane.json --incremental --tsBuildInfoFile ${CACHE}/control-plane.tsbuildinfo`,
  ],
  ['format', 'oxfmt --check .'],
  ['layers', `depcruise --config .dependency-cruiser.cjs --cache ${CACHE}/layers --cache-strategy content src`],
  ['words', 'node tools/words.mjs'],
  ['names', 'node tools/repeated-names.mjs'],
  ['names of tests', 'node tools/test-names.mjs'],
]
const AT_A_TIME = 2

const run = ([name, command]) =>
  new Promise((resolve) => {
    const start = performance.now()
    const [program, ...args] = command.split(' ')
    const child = spawn(program === 'node' ? process.execPath : `node_modules/.bin/${program}`, args)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })

const waiting = [...CHECKS]
const results = []
await Promise.all(
  Array.from({ length: AT_A_TIME }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(next))
  }),
)
process.exitCode = results.every(Boolean) ? 0 : 1
