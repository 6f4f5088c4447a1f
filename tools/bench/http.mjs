// The headless server over HTTP, next to plain Node with the same responses, or to another server; always with the same client and machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../bundle.mjs'
import { connectTo, HttpClient, TOKEN } from './http-client.mjs'

const serve = fileURLToPath(new URL('../serve.mjs', import.meta.url))
const floor = fileURLToPath(new URL('http-floor.mjs', import.meta.url))
/** Path of the ConfigMaps that the benchmark writes. */
export const MAPS = '/api/v1/namespaces/bench/configmaps'
const LISTED = 1_551
/** A server that runs for hours is measured, not one whose code is still being compiled. */
const WARM_UP = 2_000
const LANES = 16

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN
function sampleOf(name, durations) {
  const sorted = [...durations].sort((a, b) => a - b)
  const total = durations.reduce((sum, one) => sum + one, 0)
  return { name, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), rate: (durations.length * 1000) / total }
}

/** Takes turns, so that other work of the machine slows all of them alike. */
async function inTurns(works, { rounds = 15, each = 60, warmUp = WARM_UP } = {}) {
  const durations = works.map(() => [])
  for (const [, work] of works) for (let i = -warmUp; i < 0; i++) await work(i)
  for (let round = 0; round < rounds; round++)
    for (const [n, [, work]] of works.entries())
      for (let i = 0; i < each; i++) {
        const at = performance.now()
        await work(round * each + i)
        durations[n].push(performance.now() - at)
      }
  return works.map(([name], n) => sampleOf(name, durations[n]))
}

/** Starts a program; resolves with the address that it prints. */
async function started(args, env = {}) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const ended = once(child, 'close')
  const address = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /at (http\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    void ended.then(([code]) => reject(new Error(`${args[0]} ended with ${code}`)))
  })
  return {
    address,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A ConfigMap as JSON. */
export const map = (name, more = '') =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench' } },
    data: { text: 'x'.repeat(700), more },
  })

/** The body of an answer. @throws Error for status 300 and above */
export async function must(answer) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${body}`)
  return body
}

/** Runs `work` with a client and a number, `count` times, 16 at a time. */
export async function inLanes(name, address, count, work) {
  const clients = Array.from({ length: LANES }, () => new HttpClient(address))
  let next = 0
  const at = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (next < count) await work(client, next++)
    }),
  )
  const rate = (count * 1000) / (performance.now() - at)
  for (const client of clients) client.close()
  return { name: `${name}, ${LANES} at a time`, p50: (LANES * 1000) / rate, p99: NaN, rate }
}

/** Events delivered per second to a number of watchers. */
async function fanOut(address, client, watchers, changes) {
  const { metadata } = JSON.parse(await must(client.send('GET', `${MAPS}?limit=1`)))
  let lines = 0
  let all = () => undefined
  const done = new Promise((resolve) => (all = resolve))
  const sockets = []
  for (let i = 0; i < watchers; i++) {
    const socket = connectTo(address)
    const path = `${MAPS}?watch=true&resourceVersion=${metadata.resourceVersion}`
    socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`)
    await once(socket, 'data')
    socket.on('data', (part) => {
      for (let at = part.indexOf('}\n'); at >= 0; at = part.indexOf('}\n', at + 1))
        if (++lines === watchers * changes) all()
    })
    sockets.push(socket)
  }
  const at = performance.now()
  for (let i = 0; i < changes; i++) await must(client.send('PUT', `${MAPS}/one-0`, map('one-0', `change ${i}`)))
  await done
  const ms = performance.now() - at
  for (const socket of sockets) socket.destroy()
  return {
    name: `${changes} changes to ${watchers} watchers`,
    p50: ms,
    p99: NaN,
    rate: (watchers * changes * 1000) / ms,
  }
}

const PATCH = '{"data":{"more":"patched"}}'
const applied = (name, more) => [
  `${MAPS}/${name}?fieldManager=bench&force=true`,
  map(name, more),
  'application/apply-patch+yaml',
]

/** All rows of the server at an address; `floorOf` starts plain Node with the response of a get, if there is to be a minimum. */
async function measureAt(address, floorOf) {
  const client = new HttpClient(address)
  await must(client.send('POST', '/api/v1/namespaces', '{"metadata":{"name":"bench"}}'))
  await must(client.send('POST', MAPS, map('one-0')))
  const floor = await floorOf(await client.send('GET', `${MAPS}/one-0`))
  const floorClient = floor && new HttpClient(floor.address)
  try {
    const name = (i) => `made-${i + WARM_UP}`
    const samples = await inTurns([
      ['create', (i) => must(client.send('POST', MAPS, map(name(i))))],
      ['get', () => must(client.send('GET', `${MAPS}/one-0`))],
      ['update', (i) => must(client.send('PUT', `${MAPS}/${name(i)}`, map(name(i), 'updated')))],
      ['patch', (i) => must(client.send('PATCH', `${MAPS}/${name(i)}`, PATCH, 'application/merge-patch+json'))],
      ['apply, new', (i) => must(client.send('PATCH', ...applied(`applied-${i + WARM_UP}`, '')))],
      ['apply, changed', (i) => must(client.send('PATCH', ...applied(`applied-${i + WARM_UP}`, 'changed')))],
      ['apply, same', (i) => must(client.send('PATCH', ...applied(`applied-${i + WARM_UP}`, 'changed')))],
      ...(floorClient
        ? [
            ['plain Node, get', () => must(floorClient.send('GET', '/'))],
            ['plain Node, post', () => must(floorClient.send('POST', '/', map('one-0')))],
          ]
        : []),
    ])
    samples.push(
      await inLanes('create', address, 4_000, (lane, i) => must(lane.send('POST', MAPS, map(`many-${i}`)))),
      await inLanes('get', address, 8_000, (lane) => must(lane.send('GET', `${MAPS}/one-0`))),
    )
    const list = ['list', () => must(client.send('GET', `${MAPS}?limit=${LISTED}`))]
    const [listed] = await inTurns([list], { rounds: 4, each: 10, warmUp: 20 })
    samples.push({ ...listed, name: `list ${LISTED}` })
    await fanOut(address, client, 100, 100)
    samples.push(await fanOut(address, client, 100, 100))
    return samples
  } finally {
    client.close()
    floorClient?.close()
    await floor?.stop()
  }
}

/** Starts a headless server that knows the bench's token, with its files in `folder`. */
export async function startServer(flags, folder) {
  await writeFile(join(folder, 'tokens.csv'), `${TOKEN},bench,1,"system:masters"\n`)
  return started([serve, '--port=0', `--token-auth-file=${join(folder, 'tokens.csv')}`, ...flags])
}

async function measureServer(flags, folder) {
  const server = await startServer(flags, folder)
  try {
    return await measureAt(server.address, ({ head, body }) =>
      started([floor], { FLOOR_HEAD: head.trimEnd(), FLOOR_BODY: body.toString('utf8') }),
    )
  } finally {
    await server.stop()
  }
}

/** All rows of a server over an etcd of one member, and the time of that etcd alone. Undefined if etcd is not installed. */
export async function runEtcd() {
  const { HAS_ETCD, measureEtcd, startEtcd } = await importBundled('tools/bench/etcd-floor.ts')
  if (!HAS_ETCD) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'orchard-http-'))
  const etcd = await startEtcd()
  try {
    return [...(await measureEtcd(etcd.url)), ...(await measureServer([`--etcd-servers=${etcd.url}`], folder))]
  } finally {
    await etcd.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** All rows of a server in memory, of one with a folder, and of another server if its address is given. */
export async function runHttp(against) {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-http-'))
  try {
    return {
      ...(against !== undefined && { [against]: await measureAt(against, () => undefined) }),
      memory: await measureServer(['--in-memory'], folder),
      folder: await measureServer([`--data-dir=${join(folder, 'data')}`], folder),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
