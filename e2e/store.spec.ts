import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { rm } from 'node:fs/promises'
import { CHROMIUM_FLAGS } from '../tools/chromium.mjs'
import { open } from './page-controls'
import { newProfile, ownBrowser, ownSite, ready, rootCertificateWritten, witnessed } from './site'
import { test } from './test'

/** The contract suite as a script that leaves the failures of all cases behind. */
async function contractScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { CONTRACT } from './src/store/contract.testing'
        import { openIndexedDbStore } from './src/store/indexeddb'
        import { createMemoryStore } from './src/store/memory'
        import { openFileStore } from './src/store/files/files'
        import { originFiles } from './src/store/files/origin-files'
        import { createSystemClock } from './src/machinery/system-clock'
        import { createFakeClock } from './src/testing/fake-clock'
        globalThis.runContract = async () => {
          const results = []
          for (const { name, durable, run } of CONTRACT) {
            for (const kind of durable ? ['IndexedDB'] : ['memory', 'IndexedDB']) {
              const clock = createFakeClock()
              const database = 'contract ' + results.length
              const open = () => kind === 'memory' ? Promise.resolve(createMemoryStore({ clock })) : openIndexedDbStore({ clock, name: database })
              const failure = await run({ clock, open }).then(() => '', String)
              results.push(kind + ': ' + name + (failure && ' FAILED ' + failure))
            }
          }
          return results
        }
        globalThis.runFilesContract = async () => {
          const results = []
          for (const durability of ['relaxed', 'strict'])
            for (const { name, run } of CONTRACT) {
              const clock = createFakeClock()
              const files = await originFiles('contract ' + results.length, navigator.storage, createSystemClock())
              const open = () => openFileStore({ clock, files, durability, foldFrom: 200, warn: () => {} })
              const failure = await run({ clock, open }).then(() => '', String)
              results.push(durability + ' files: ' + name + (failure && ' FAILED ' + failure))
            }
          return results
        }`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}

test('the stores pass the contract suite in a real browser', async ({ page }) => {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('blank')
  await page.addScriptTag({ content: await contractScript() })
  const results = await page.evaluate(() =>
    (globalThis as unknown as { runContract(): Promise<string[]> }).runContract(),
  )
  expect(results.length).toBeGreaterThan(20)
  expect(results.filter((result) => result.includes('FAILED'))).toEqual([])
})

test('the store in files passes the contract suite in a worker of a real browser', async ({ page }) => {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('blank')
  const results = await page.evaluate(
    (script) => {
      const text = `${script}\nrunFilesContract().then(postMessage, (error) => postMessage([String(error) + ' FAILED']))`
      const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))
      return new Promise<string[]>((resolve) => (worker.onmessage = ({ data }) => resolve(data as string[])))
    },
    await contractScript(),
  )
  expect(results.length).toBeGreaterThan(30)
  expect(results.filter((result) => result.includes('FAILED'))).toEqual([])
})

test('a cluster that is moved to files and back is still there after a reload', async ({ page }) => {
  await open(page, '/settings/storage')
  await page.evaluate(() =>
    fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'moved' }, data: { a: '1' } }),
    }),
  )
  const versions = () =>
    page.evaluate(async () => {
      const lists = ['/api/v1/namespaces', '/api/v1/namespaces/default/configmaps'].map(
        async (path) => (await (await fetch(path)).json()) as { items?: Kept[] },
      )
      return (await Promise.all(lists)).flatMap(({ items = [] }) =>
        items.map(({ metadata: { name, resourceVersion } }) => `${name} ${resourceVersion}`),
      )
    })
  await rootCertificateWritten(page)
  const before = await versions()
  for (const medium of ['Files', 'IndexedDB']) {
    const panel = page.getByRole('region', { name: 'Where the cluster is saved' })
    await moveTo(page, medium)
    await expect.poll(versions).toEqual(before)
    await page.reload()
    await ready(page)
    await expect(panel.getByRole('radio', { name: medium })).toBeChecked()
    await expect.poll(versions).toEqual(before)
  }
})

/** On the page of storage settings. */
async function moveTo(page: Page, medium: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Where the cluster is saved' })
  await panel.getByText(medium, { exact: true }).click()
  await panel.getByRole('button', { name: `Move this cluster to ${medium}` }).click()
  await expect(page.getByText(`It is saved in ${medium} now`)).toBeVisible()
}

test('answered writes are still there after a reload', async ({ page }) => {
  await page.goto('.')
  await ready(page)
  const before = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' }, data: { a: '1' } }),
    })
    return (await answer.json()) as { metadata: { uid: string; resourceVersion: string } }
  })
  await page.reload()
  await ready(page)
  const after = await page.evaluate(
    async () => (await fetch('/api/v1/namespaces/default/configmaps/kept')).json() as Promise<unknown>,
  )
  expect(after).toEqual(before)
})

interface Kept {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly data: Readonly<Record<string, string>>
}

for (const [medium, rounds] of [
  ['IndexedDB', 8],
  ['Files', 6],
] as const)
  test(`killing the browser in a burst of writes to ${medium} loses nothing that was answered and leaves no half`, () =>
    killed(medium, rounds))

/** The names answered with 201, and the newest version among them. */
interface Answered {
  readonly versions: Map<string, string>
  highest: number
}

interface BurstList {
  readonly metadata: { readonly resourceVersion: string }
  readonly items: readonly Kept[]
}

/** What the page finds of earlier bursts. */
const burstsIn = (page: Page): Promise<BurstList> =>
  page.evaluate(
    async () => (await (await fetch('/api/v1/namespaces/default/configmaps?labelSelector=burst')).json()) as BurstList,
  )

/** Every answered write exists, none is half written, and none has a future version. */
function expectAllThere({ metadata: { resourceVersion }, items }: BurstList, answered: Answered, round: number): void {
  const found = new Map(items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]))
  const lost = [...answered.versions].filter(([name, version]) => found.get(name) !== version)
  expect(lost, `round ${round}: lost of ${answered.versions.size}, ${found.size} are there`).toEqual([])
  expect(new Set(found.values()).size).toBe(found.size)
  // Both halves are derived from the name, so a torn write would show.
  const torn = items.filter(
    ({ metadata: { name }, data }) => data.head !== name.repeat(200) || data.tail !== name.repeat(200),
  )
  expect(torn).toEqual([])
  const late = items.filter(({ metadata }) => Number(metadata.resourceVersion) > Number(resourceVersion))
  expect(late).toEqual([])
  expect(Number(resourceVersion)).toBeGreaterThanOrEqual(answered.highest)
}

/** Writes in five endless lanes; resolves once this many objects have been answered in all. */
async function burst(page: Page, answered: Answered, target: number, prefix: string): Promise<void> {
  const enough = new Promise<void>((resolve) => {
    void page.exposeFunction('acknowledge', (name: string, version: string) => {
      answered.versions.set(name, version)
      answered.highest = Math.max(answered.highest, Number(version))
      if (answered.versions.size >= target) resolve()
    })
  })
  await page.waitForFunction(() => 'acknowledge' in globalThis)
  await page.evaluate((lanes) => {
    const { acknowledge } = globalThis as unknown as {
      acknowledge: (name: string, version: string) => void
    }
    const write = async (name: string) => {
      const answer = await fetch('/api/v1/namespaces/default/configmaps', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name, labels: { burst: '' } },
          data: { head: name.repeat(200), tail: name.repeat(200) },
        }),
      })
      if (answer.status === 201) acknowledge(name, ((await answer.json()) as Kept).metadata.resourceVersion)
    }
    const lane = async (n: number) => {
      for (let i = 0; ; i++) await write(`${lanes}-${n}-${i}`)
    }
    for (let n = 0; n < 5; n++) void lane(n)
  }, prefix)
  await enough
}

async function killed(medium: 'IndexedDB' | 'Files', rounds: number): Promise<void> {
  test.setTimeout(1_800_000)
  const site = await ownSite()
  const profile = await newProfile()
  const answered: Answered = { versions: new Map(), highest: 0 }
  let dropped = 0
  try {
    for (let round = 0; round <= rounds; round++) {
      const { page, kill } = await ownBrowser(profile, CHROMIUM_FLAGS)
      await page.goto(site.url)
      await ready(page)
      if (round === 0 && medium === 'Files') {
        await page.goto(new URL('#/settings/storage', site.url).href)
        await moveTo(page, medium)
      }
      if (!(await witnessed(page)) && round > 0) {
        // Rarely, a killed browser has lost everything that the site stored, other databases included.
        expect((dropped += 1)).toBeLessThan(rounds / 2)
        answered.versions.clear()
        answered.highest = 0
      }
      expectAllThere(await burstsIn(page), answered, round)
      if (round < rounds) await burst(page, answered, answered.versions.size + 10 + round * 3, `r${round}`)
      await kill()
    }
    expect(dropped > 0 || answered.versions.size > rounds * 10).toBe(true)
  } finally {
    await site.stop()
    await rm(profile, { recursive: true, force: true })
  }
}

test('a database of a newer version is not touched: requests get the reason, and the page offers what to do', async ({
  page,
}) => {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('blank')
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('orchard /', 99)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
        opening.onerror = () => reject(new Error('the database did not open'))
      }),
  )
  await page.goto('.')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // Before the page has opened its database, the reason may be another one.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const answer = await fetch('/version')
        const { reason, message } = (await answer.json()) as { reason: string; message: string }
        return `${answer.status} ${reason}: ${message}`
      }),
    )
    .toMatch(/^503 ServiceUnavailable: .*newer version/)
  await expect(page.getByText('newer version', { exact: false }).first()).toBeVisible()
})
