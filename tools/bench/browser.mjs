// The tab's part of the bench: through the port on each medium, through the service worker, and how long visitors wait.
import { buildIfNeeded, dist } from '../build.mjs'
import { floorOf, goal, named, row, table } from './report.mjs'
import { openTab, workerMemory } from './tab.mjs'
import { measureVisits } from './visits.mjs'

/** The rows of a tab whose cluster is on a medium. */
async function throughPort(page, medium) {
  const samples = await page.evaluate(() => globalThis.bench.port())
  const [echo, transaction] = ['port echo', 'transaction'].map((name) => named(samples, name))
  table(
    `Chromium, through the port, on ${medium}`,
    samples.map((sample) => row(sample, floorOf(sample.name, echo, transaction))),
  )
  const of = (name) => named(samples, name)
  goal(`get through the port (${medium}), in times of the port echo`, of('get').p50 / echo.p50, 3)
  if (medium === 'IndexedDB')
    goal('create through the port, in times of the transaction', of('create').p50 / transaction.p50, 2)
  goal(`create, 16 at a time (${medium}), ms for each`, 1_000 / of('create, 16 at a time').rate, 0.2, ' ms')
  goal(`list 1551 through the port (${medium})`, of('list 1551').p50, 3, ' ms')
  // The changes of the first row wait for each other's transactions; those of the second arrive as fast as they can be sent.
  for (const row of ['100 changes to 100 watchers', '100 changes at once to 100 watchers'])
    goal(`${row} (${medium}), ms for each thousand events`, 1e6 / of(row).rate, 5, ' ms')
  return samples
}

/** Prints all rows of a tab and notes their goals. */
export async function browser() {
  await buildIfNeeded()
  const { cold, warm } = await measureVisits(dist)
  const { url, context, close } = await openTab()
  try {
    const page = await context.newPage()
    await page.goto(`${url}/bench.html`)
    await page.waitForFunction(() => 'bench' in globalThis)
    const firstList = await page.evaluate(() => globalThis.bench.firstList())
    const port = await throughPort(page, 'IndexedDB')
    const memoryMb = await workerMemory(page)
    const serviceWorker = await page.evaluate(
      (empty) => globalThis.bench.serviceWorker(empty),
      `${url}/empty/index.html`,
    )
    const [empty, emptyWrite] = ['empty answer', 'empty answer to a write'].map((name) => named(serviceWorker, name))
    table(
      'Chromium, through the service worker',
      serviceWorker.map((sample) => row(sample, floorOf(sample.name, empty, emptyWrite))),
    )
    console.log(
      `\nfirst list: ${cold.toFixed(0)} ms cold, ${warm.toFixed(0)} ms warm (shown in the page); ${firstList.toFixed(0)} ms warm (answered)`,
    )
    console.log(`memory of the worker with 10,000 config maps: ${memoryMb.toFixed(0)} MB`)
    await page.evaluate(() => globalThis.bench.control('restart', { argv: ['--store=files'] }))
    const files = await throughPort(page, 'files')
    goal('create through the port (files)', named(files, 'create').p50, 0.3, ' ms')
    const p50 = (samples, name) => named(samples, name).p50
    goal('get through the service worker, in times of the empty answer', p50(serviceWorker, 'get') / empty.p50, 1.5)
    goal(
      'create through the service worker, in times of the empty answer',
      p50(serviceWorker, 'create') / emptyWrite.p50,
      1.5,
    )
    goal('first list, cold', cold, 1_000, ' ms')
    goal('first list, warm', warm, 300, ' ms')
    return { port, files, serviceWorker, cold, warm, firstList, memoryMb }
  } finally {
    await close()
  }
}
