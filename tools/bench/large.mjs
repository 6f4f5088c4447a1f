// Many objects: how soon a tab with them answers again, and the memory that they take there and on a headless server.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpClient } from './http-client.mjs'
import { inLanes, map, MAPS, must, startServer } from './http.mjs'
import { goal } from './report.mjs'
import { openTab, workerMemory } from './tab.mjs'

/** Config maps that a tab starts with, and those whose memory counts. */
const STARTS_WITH = 50_000
const HELD = 100_000
/** The last writes are on the disk by then. */
const SETTLE_MS = 2_000

/** Resident memory of a process in megabytes; NaN where the system does not tell. */
async function residentMb(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? NaN) / 1024
}

async function headlessMb() {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-large-'))
  const server = await startServer([`--data-dir=${join(folder, 'data')}`], folder)
  try {
    const client = new HttpClient(server.address)
    await must(client.send('POST', '/api/v1/namespaces', '{"metadata":{"name":"bench"}}'))
    client.close()
    await inLanes('create', server.address, HELD, (lane, i) => must(lane.send('POST', MAPS, map(`held-${i}`))))
    return await residentMb(server.pid)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds from a navigation to the first answer of a tab with many objects, and the memory of its worker in megabytes. */
async function inTab() {
  const { url, context, close } = await openTab()
  try {
    const page = await context.newPage()
    const open = async () => {
      await page.goto(`${url}/bench.html`)
      await page.waitForFunction(() => 'bench' in globalThis)
      return page.evaluate(() => globalThis.bench.firstList())
    }
    await open()
    const fill = (count, from) => page.evaluate((args) => globalThis.bench.fill('default', ...args), [count, from])
    await fill(STARTS_WITH, 0)
    await page.waitForTimeout(SETTLE_MS)
    await open()
    const startMs = await open()
    await fill(HELD, STARTS_WITH)
    return { startMs, memoryMb: await workerMemory(page) }
  } finally {
    await close()
  }
}

/** Prints the results and notes their goals; takes several minutes. */
export async function large() {
  const { startMs, memoryMb } = await inTab()
  const serverMb = await headlessMb()
  console.log(
    `\nwith ${STARTS_WITH} config maps a tab answers after ${startMs.toFixed(0)} ms; memory for ${HELD}: worker ${memoryMb.toFixed(0)} MB, server ${serverMb.toFixed(0)} MB`,
  )
  goal(`a tab with ${STARTS_WITH} objects answers after`, startMs, 1_500, ' ms')
  goal(`memory of the worker with ${HELD} config maps`, memoryMb, 600, ' MB')
  goal(`memory of the server with ${HELD} config maps`, serverMb, 600, ' MB')
  return { startMs, memoryMb, serverMb }
}
