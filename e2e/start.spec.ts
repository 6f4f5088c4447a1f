import { expect, type Page } from '@playwright/test'
import { ready } from './site'
import { test } from './test'

/** Replaces the first worker that the page starts with one that runs only this script. */
const firstWorker = (page: Page, script: string) =>
  page.addInitScript((text) => {
    const Real = Worker
    let started = 0
    class Replaced extends Real {
      constructor(address: string | URL, options?: WorkerOptions) {
        const first = started++ === 0
        super(first ? URL.createObjectURL(new Blob([text], { type: 'text/javascript' })) : address, options)
      }
    }
    Object.assign(globalThis, { Worker: Replaced })
  }, script)

const REST = 'new Promise(() => undefined)'
const LOCK = `navigator.locks.request('orchard /', () => ${REST})`
const WORDS = `postMessage('orchard: the control plane is loaded'); postMessage('orchard: this worker has the lock')`

// The other steps at which a worker may stay are in src/transport/worker-watch.test.ts.
for (const [what, script] of [
  ['has the lock and never starts what it owns', `${LOCK}; ${WORDS}`],
  ['fails', 'throw new Error("it failed")'],
] as const)
  test(`a page whose worker ${what} becomes ready nevertheless`, async ({ page }) => {
    await firstWorker(page, script)
    await page.goto('.')
    await ready(page)
  })

test('a page that was loaded without the service worker is controlled by it again', async ({ page, context }) => {
  await page.goto('.')
  await ready(page)
  const session = await context.newCDPSession(page)
  await session.send('Page.reload', { ignoreCache: true })
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
})
