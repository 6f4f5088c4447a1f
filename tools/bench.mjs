// npm run bench: how long things take, headless and in Chromium, each next to the minimum that the machine needs, measured in the same run.
// `--json FILE` saves the numbers; `--headless`, `--http`, `--browser`, `--rules`, `--life`, `--links`, `--terminal` and `--etcd`
// (where it is installed) run one part; `--large` is left out otherwise. `--against URL` compares the HTTP part with another server, which must take any token.
import { writeFile } from 'node:fs/promises'
import * as admission from './bench/admission.mjs'
import * as binary from './bench/binary.mjs'
import { runEtcd, runHttp } from './bench/http.mjs'
import * as apply from './bench/apply.mjs'
import { browser } from './bench/browser.mjs'
import * as expressions from './bench/expressions.mjs'
import { measureLifeTab } from './bench/life-tab.mjs'
import * as authorization from './bench/rbac.mjs'
import { measureLinks } from './bench/links.mjs'
import { floorOf, goal, goals, named, row, shown, table } from './bench/report.mjs'
import { large } from './bench/large.mjs'
import { measureTerminal } from './bench/terminal.mjs'
import * as validation from './bench/validate.mjs'
import { buildIfNeeded, dist } from './build.mjs'
import { importBundled } from './bundle.mjs'
import { toolOptions } from './tool-options.mjs'

const { values: options } = toolOptions(import.meta.url, {
  options: {
    json: { type: 'string' },
    headless: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    life: { type: 'boolean', default: false },
    links: { type: 'boolean', default: false },
    terminal: { type: 'boolean', default: false },
    etcd: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    against: { type: 'string' },
    nodes: { type: 'string', default: '20' },
    pods: { type: 'string', default: '500' },
  },
})
const all = !['headless', 'http', 'browser', 'rules', 'life', 'links', 'terminal', 'etcd', 'large'].some(
  (part) => options[part],
)

/** The cost of pure rules: validation, admission, authorization, apply. */
async function rules() {
  const results = []
  for (const part of [validation, admission, authorization, apply, binary, expressions])
    results.push(...(await part.measure()))
  for (const { name, milliseconds, limit } of results) goal(name, milliseconds, limit, ' ms')
  return results
}

async function headless() {
  const { runHeadless } = await importBundled('tools/bench/headless.ts')
  const result = await runHeadless()
  const list = named(result.samples, 'list 10,000')
  table(
    'Headless, in the process',
    result.samples.map((sample) => row(sample, sample === list ? result.stringify : undefined)),
  )
  console.log(`memory for 10,000 config maps: ${result.memoryMb.toFixed(0)} MB`)
  const { one, thousand } = result.wide
  console.log(`one write with 1 watcher: ${shown(one.p50)} ms, with 1,000: ${shown(thousand.p50)} ms`)
  goal('list of 10,000, in times of one JSON.stringify of its items', list.p50 / result.stringify.p50, 1)
  return result
}

/** The headless server over HTTP, in memory and with a folder, next to plain Node with the same responses. */
async function http() {
  const { [options.against]: other, ...result } = await runHttp(options.against)
  if (other)
    table(
      `${options.against}, over HTTP`,
      other.map((sample) => row(sample)),
    )
  for (const [store, samples] of Object.entries(result)) {
    const [floor, floorOfWrites] = ['plain Node, get', 'plain Node, post'].map((name) => named(samples, name))
    table(
      `Headless over HTTP, ${store}`,
      samples.map((sample) => row(sample, floorOf(sample.name, floor, floorOfWrites))),
    )
    goal(`get over HTTP (${store}), in times of plain Node`, named(samples, 'get').p50 / floor.p50, 1.5)
    goal(`get over HTTP (${store})`, named(samples, 'get').p50, 0.25, ' ms')
    goal(
      `create over HTTP (${store}), beyond plain Node`,
      named(samples, 'create').p50 - floorOfWrites.p50,
      0.25,
      ' ms',
    )
    for (const { name, rate } of other ?? [])
      goal(`${name} over HTTP (${store}), in times of the other server`, rate / named(samples, name).rate, 1 / 3)
  }
  return result
}
/** Over etcd; etcd's own time is the floor. */
async function overEtcd() {
  const samples = await runEtcd()
  if (!samples) return console.log('\nOver etcd: left out, this machine has none')
  const [put, question, puts] = samples
  const minimumOf = (name) => (name.startsWith('create, ') ? puts : floorOf(name, question, put))
  table(
    'Headless over HTTP, etcd',
    samples.map((sample) => row(sample, minimumOf(sample.name))),
  )
  goal('create over etcd, 16 at a time, ms for each', 1_000 / named(samples, 'create, 16 at a time').rate, 1, ' ms')
  return samples
}

/** The living cluster: `--nodes 1000 --pods 10000` for a large one, which takes minutes. */
async function life() {
  const { runLife } = await importBundled('tools/bench/life.ts')
  const result = await runLife(Number(options.nodes), Number(options.pods))
  console.log(`\nA living cluster of ${options.nodes} nodes and ${options.pods} pods, its clock at x1000`)
  console.log(
    `created: ${result.created.toFixed(1)} s (of the processor ${result.createdCpu.toFixed(1)} s), rolled out: ${result.rolled.toFixed(1)} s (${result.rolledCpu.toFixed(1)} s)`,
  )
  goal(`a rollout of ${options.pods}`, result.rolled, 3, ' s')
  goal('memory of the living cluster', result.memoryMb, 600, ' MB')
  goal('a resting cluster, share of a core', result.idle * 100, 2, ' %')
  goal('get during a rollout, in times of one at rest (p99)', result.busyGet / result.restingGet, 3)
  return { ...result, tab: await lifeInTab() }
}

/** The same in a tab, next to the page that lists its pods. */
async function lifeInTab() {
  const tab = await measureLifeTab(Number(options.nodes), Number(options.pods))
  console.log(
    `in the tab: created in ${tab.created.toFixed(1)} s; worker ${tab.workerMb.toFixed(0)} MB, page ${tab.pageMb.toFixed(0)} MB, their process ${tab.processMb.toFixed(0)} MB`,
  )
  console.log(
    `frames while the pods scroll: median ${tab.frames.median.toFixed(1)} ms, p95 ${tab.frames.p95.toFixed(1)} ms; of an empty page ${tab.floor.median.toFixed(1)} ms, p95 ${tab.floor.p95.toFixed(1)} ms`,
  )
  goal('memory of the living cluster in the tab, with its page', tab.workerMb + tab.pageMb, 600, ' MB')
  goal('a resting cluster in the tab, share of a core', tab.idle * 100, 2, ' %')
  goal('get through the port during a rollout, in times of one at rest (p99)', tab.busyGet / tab.restingGet, 3)
  goal('a frame while the pods scroll (p95), in times of an empty page', tab.frames.p95 / tab.floor.p95, 1.1)
  return tab
}

/** A link of twenty objects: its contents, then the page with the lesson's verdict in a plane of its own. */
async function links() {
  await buildIfNeeded()
  const { bytes, cold, offline } = await measureLinks(dist)
  for (const [how, { contents, opened }] of Object.entries({ cold, offline })) {
    console.log(
      `a link of twenty objects (${bytes} bytes), ${how}: contents ${contents.toFixed(0)} ms, opened ${opened.toFixed(0)} ms later`,
    )
    goal(`a link to its verdict, ${how}`, contents + opened, 2_000, ' ms')
  }
  return { bytes, cold, offline }
}

/** The page's terminal: the first command and a long list. */
async function terminal() {
  await buildIfNeeded()
  const { prompt, first, floor, list } = await measureTerminal(dist)
  console.log(
    `\nterminal: prompt ${prompt.toFixed(0)} ms after the key, first command ${first.toFixed(0)} ms, list of 2,000 objects ${list.toFixed(0)} ms; a word that it prints itself ${floor.toFixed(0)} ms`,
  )
  goal('first command of the terminal', first, 100, ' ms')
  goal('list of 2,000 objects at the terminal', list, 200, ' ms')
  return { prompt, first, floor, list }
}

const result = {
  ...((all || options.rules) && { rules: await rules() }),
  ...((all || options.headless) && { headless: await headless() }),
  ...((all || options.http) && { http: await http() }),
  ...((all || options.etcd) && { etcd: await overEtcd() }),
  ...((all || options.life) && { life: await life() }),
  ...((all || options.browser) && { browser: await browser() }),
  ...((all || options.links) && { links: await links() }),
  // Only on request: it takes minutes.
  ...(options.large && { large: await large() }),
  ...((all || options.terminal) && { terminal: await terminal() }),
}
console.log(`\n${goals.join('\n')}`)
if (options.json) await writeFile(options.json, JSON.stringify(result, null, 1))
process.exit(0)
