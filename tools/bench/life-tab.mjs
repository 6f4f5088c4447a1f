// A living cluster in a tab: its memory and time, and how smoothly its page scrolls meanwhile.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilOnPage } from '../until.mjs'
import { openTab, workerMemory } from './tab.mjs'

const PODS = '#/explore/core/v1/pods?ns=default'
const NODES_PATH = '/api/v1/nodes'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const READY_SECONDS = 5
const IDLE_MS = 10_000
/** What follows a change of the clock's speed and the scrolling is not rest yet. */
const SETTLE_MS = 3_000
const GETS = 300
const FRAMES = 300

const deployment = (pods, image) => ({
  metadata: { name: 'web' },
  spec: {
    replicas: pods,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'c',
            image,
            resources: { requests: { cpu: '10m' } },
            readinessProbe: { initialDelaySeconds: READY_SECONDS, httpGet: { port: 80, path: '/' } },
          },
        ],
      },
    },
  },
})

const settled = async ([path, pods]) => {
  const { metadata, status } = await globalThis.bench.json(path)
  return (
    status?.observedGeneration === metadata.generation &&
    ['replicas', 'updatedReplicas', 'availableReplicas'].every((name) => status[name] === pods)
  )
}

const nodesReady = async ([path, nodes]) => {
  const { items = [] } = await globalThis.bench.json(path)
  const ready = ({ spec, status }) =>
    !spec.taints && status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True')
  return items.length === nodes && items.every(ready)
}

/** The process that renders a page and runs its worker: its id, and its CPU time in seconds. */
async function processOf(page) {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) throw new Error('the page has no browser')
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer')
}

/** Milliseconds between frames while an element scrolls up and down; empty if there is none. */
const scrolled = (page, selector) =>
  page.evaluate(
    async ([wanted, count]) => {
      const node = wanted && document.querySelector(wanted)
      const times = []
      let last = await new Promise((resolve) => requestAnimationFrame(resolve))
      for (let i = 0; i < count; i++) {
        if (node) node.scrollTop += i % 100 < 50 ? 400 : -400
        const now = await new Promise((resolve) => requestAnimationFrame(resolve))
        times.push(now - last)
        last = now
      }
      times.sort((a, b) => a - b)
      return { median: times[count >> 1], p95: times[Math.floor(count * 0.95)] }
    },
    [selector, FRAMES],
  )

async function pageMemory(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1024 / 1024
}

/** Private memory of a process in megabytes, where the system reports it. */
async function privateMb(pid) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Private_Dirty:\s+(\d+)/m.exec(text)?.[1] ?? NaN) / 1024
}

/** Finds the site's renderer process with its worker: the busiest one. */
async function busiest(page, before = []) {
  const spent = ({ id, cpuTime }) => cpuTime - (before.find((one) => one.id === id)?.cpuTime ?? 0)
  const found = (await processOf(page)).map((one) => ({ id: one.id, seconds: spent(one) }))
  return found.reduce((most, one) => (one.seconds > most.seconds ? one : most))
}

/** Creates and rolls out a deployment of `pods` on simulated nodes, and then lets the cluster rest. */
export async function measureLifeTab(nodes, pods) {
  const { url, context, close } = await openTab()
  try {
    const floor = await scrolled(await context.newPage())
    const owner = await context.newPage()
    await owner.goto(`${url}/${PODS}`)
    // The page that was answered first has the worker.
    await untilOnPage(owner, async () => (await fetch('/readyz')).ok)
    const guest = await context.newPage()
    await guest.goto(`${url}/bench.html`)
    await guest.waitForFunction(() => 'bench' in globalThis)
    const bench = (name, ...args) => guest.evaluate(([call, given]) => globalThis.bench[call](...given), [name, args])
    await bench('control', 'restart', { argv: [`--nodes=${nodes}`, '--authorization-mode=RBAC'] })
    await untilOnPage(guest, nodesReady, [NODES_PATH, nodes], Infinity)
    const restingGet = await bench('getP99', `${NODES_PATH}/node-1`, GETS)
    await bench('control', 'clock', { action: 'speed', rate: 1000 })
    const start = performance.now()
    await bench('write', 'POST', DEPLOYMENTS, deployment(pods, 'shop:1'))
    await untilOnPage(guest, settled, [`${DEPLOYMENTS}/web`, pods], Infinity)
    const created = (performance.now() - start) / 1000
    await bench('write', 'PATCH', `${DEPLOYMENTS}/web`, deployment(pods, 'shop:2'))
    const busyGet = await bench('getP99', `${NODES_PATH}/node-1`, GETS)
    await untilOnPage(guest, settled, [`${DEPLOYMENTS}/web`, pods], Infinity)
    await bench('control', 'clock', { action: 'speed', rate: 1 })
    await owner.bringToFront()
    await owner.getByRole('grid').waitFor()
    const frames = await scrolled(owner, '[role="grid"]')
    const workerMb = await workerMemory(owner)
    const pageMb = await pageMemory(owner)
    await sleep(SETTLE_MS)
    const before = await processOf(owner)
    await sleep(IDLE_MS)
    const { id, seconds } = await busiest(owner, before)
    const idle = seconds / (IDLE_MS / 1000)
    return { created, restingGet, busyGet, frames, floor, workerMb, pageMb, processMb: await privateMb(id), idle }
  } finally {
    await close()
  }
}
