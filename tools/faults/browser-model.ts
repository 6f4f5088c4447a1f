import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs'

/** The browser's own database and files, accessed from a worker as by a cluster. */
const ENTRY = `
import { openIndexedDbStore } from './src/store/indexeddb'
import { openFileStore } from './src/store/files/files'
import { originFiles } from './src/store/files/origin-files'
import { createSystemClock } from './src/machinery/system-clock'
import { runModel } from './src/store/model-run.testing'
import { createFakeClock } from './src/testing/fake-clock'
const MEDIA = {
  async indexeddb() {
    const clock = createFakeClock()
    return { clock, durable: true, open: () => openIndexedDbStore({ clock, name: 'model' }) }
  },
  async files() {
    const clock = createFakeClock()
    const files = await originFiles('model', navigator.storage, createSystemClock())
    const open = () => openFileStore({ files, clock, durability: 'relaxed', foldFrom: 20_000, warn: () => undefined })
    return { clock, durable: true, open }
  },
}
onmessage = ({ data: { medium, operations, seed } }) =>
  MEDIA[medium]()
    .then((subject) => runModel(subject, operations, seed))
    .then(() => postMessage(''), (error) => postMessage(error.stack ?? String(error)))
`

/** Media that only browsers have. */
export type BrowserMedium = 'indexeddb' | 'files'

async function workerScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}

const runIn = (page: Page, script: string, work: Readonly<Record<string, unknown>>): Promise<string> =>
  page.evaluate(
    ([text, asked]) => {
      const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))
      const answer = new Promise<string>((resolve) => {
        worker.onmessage = ({ data }) => resolve(data as string)
        worker.onerror = ({ message }) => resolve(message || 'the worker did not start')
      })
      worker.postMessage(asked)
      return answer
    },
    [script, work] as const,
  )

/** Like `modelRound`, on a medium of a real browser with a profile on the disk. Returns the problems. */
export async function browserModelRound(
  medium: BrowserMedium,
  seed: number,
  operations: number,
  profile: string,
): Promise<string[]> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS],
  })
  try {
    const page = await context.newPage()
    // Any secure address works, because no server is contacted.
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await page.goto('http://127.0.0.1/blank')
    const problem = await runIn(page, await workerScript(), { medium, operations, seed: String(seed) })
    return problem === '' ? [] : [problem]
  } finally {
    await context.close()
  }
}
