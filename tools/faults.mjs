// npm run faults -- [--minutes N] [--seed S] [--only damage,clock,crash,imports,history,kills,browser]
//
// Injects faults and checks invariants. In this process: random damage to the database, clock jumps, failures inside transactions,
// hostile imports, and concurrent clients while the control plane restarts. In child processes: kills while they write to a folder
// (ten per round; `etcd-kills` does the same over etcd). In Chromium: e2e/faults.spec.ts and e2e/store.spec.ts. A round depends only
// on its seed: a failure prints the seed that reproduces it.
//
// npm run faults -- --only storm [--kills N] [--handovers N] [--freezes N] [--imports N] [--store indexeddb|files] [--minutes N] [--seed S]
//
// On request only, with the built site (npm run build): clients in Chromium write while the browser is killed, the tab that runs the
// control plane is closed, its process is suspended for seconds, or the browser is killed during an import. A failure is shrunk to the
// necessary steps.
//
// npm run faults -- --only etcd [--operations N] [--minutes N] [--seed S]
//
// On request only, if etcd is installed: clients write and watch through two servers over an etcd of three members. Members and servers
// are repeatedly killed or suspended, one at a time.
//
// npm run faults -- --only model --medium memory|indexeddb|files|folder|etcd|chromium-indexeddb|chromium-files [--operations N] [--seed S]
//
// On request only: random operations on one store, each answer compared with a model. IndexedDB and the files are in-memory stand-ins;
// the `chromium-` media are those of a real browser, with a profile on the disk.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { importBundled } from './bundle.mjs'
import { toolOptions } from './tool-options.mjs'

const { values: options } = toolOptions(import.meta.url, {
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    kills: { type: 'string', default: '300' },
    handovers: { type: 'string', default: '60' },
    freezes: { type: 'string', default: '20' },
    imports: { type: 'string', default: '20' },
    store: { type: 'string', default: 'indexeddb' },
    operations: { type: 'string', default: '50000' },
    medium: { type: 'string', default: 'memory' },
    only: { type: 'string', default: 'damage,clock,crash,imports,history,kills,browser' },
  },
})
const minutes = Number(options.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0')
const seed = options.seed === undefined ? Date.now() % 1_000_000_000 : Number(options.seed)
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number')
const chosen = new Set(options.only.split(','))
const { damageRound, clockRound, crashRound, importRound, historyRound } =
  await importBundled('tools/faults/process.ts')
const { killRound, etcdKillRound } = await importBundled('tools/faults/kills.ts')
const parts = Object.entries({
  damage: damageRound,
  clock: clockRound,
  crash: crashRound,
  imports: importRound,
  history: historyRound,
  kills: killRound,
  'etcd-kills': etcdKillRound,
}).filter(([name]) => chosen.has(name))
console.log(`seed ${seed}`)

const started = Date.now()
const limit = started + minutes * 60_000
const rounds = Object.fromEntries(parts.map(([name]) => [name, 0]))
let failed = 0

/** The browser's part uses the remaining time, so it comes first. */
if (chosen.has('browser')) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const args = ['playwright', 'test', 'e2e/faults.spec.ts', '--retries=0', '--workers=1']
  const ok = await new Promise((resolve) => {
    const child = spawn('npx', args, { cwd: root, stdio: 'inherit' })
    const timer = setTimeout(() => child.kill('SIGTERM'), Math.max(minutes * 60_000, 240_000))
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
  if (!ok) {
    failed++
    console.log('FAILED in the browser: npm run faults -- --only browser')
  }
}

if (chosen.has('storm')) {
  const { runStorm } = await importBundled('tools/faults/storm.ts')
  const { kills, handovers, freezes, imports, store } = options
  if (!['indexeddb', 'files'].includes(store)) throw new Error('--store takes indexeddb or files')
  const [kill, handover, freeze, taken] = [kills, handovers, freezes, imports].map(Number)
  const problems = await runStorm(seed, { kill, handover, freeze, import: taken }, store, minutes, console.log)
  if (problems.length > 0) failed++
  for (const problem of problems) console.log(`FAILED storm: --only storm --store ${store} --seed ${seed}: ${problem}`)
}

if (chosen.has('etcd')) {
  const { runEtcdStorm } = await importBundled('tools/faults/etcd.ts')
  const problems = await runEtcdStorm(seed, minutes, Number(options.operations), console.log)
  if (problems.length > 0) failed++
  for (const problem of problems) console.log(`FAILED etcd: --only etcd --seed ${seed}: ${problem}`)
}

if (chosen.has('model')) {
  const { modelRound } = await importBundled('tools/faults/model.ts')
  const { medium, operations } = options
  const problems = await modelRound(medium, seed, Number(operations))
  if (problems.length > 0) failed++
  else console.log(`${operations} operations on ${medium} were answered as the model says`)
  for (const problem of problems)
    console.log(`FAILED model: --only model --medium ${medium} --operations ${operations} --seed ${seed}: ${problem}`)
}

for (let n = seed; parts.length > 0; n++) {
  for (const [name, round] of parts) {
    const problems = await round(n).catch((error) => [error.stack ?? String(error)])
    rounds[name]++
    if (problems.length === 0) continue
    failed++
    console.log(`FAILED ${name}: npm run faults -- --only ${name} --seed ${n} --minutes 0.01`)
    for (const problem of [...problems.slice(0, 4), ...problems.slice(4).slice(-1)]) console.log(`  ${problem}`)
  }
  if (Date.now() > limit) break
}
console.log(
  `${Object.entries(rounds)
    .map(([name, count]) => `${count} rounds of ${name}`)
    .join(', ')}; ${failed} failed`,
)
process.exit(failed > 0 ? 1 : 0)
