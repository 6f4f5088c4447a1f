import { expect, type Page } from '@playwright/test'
import { untilOnPage } from '../tools/until.mjs'
import { otherPage, processOf, ready } from './site'
import { test } from './test'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
interface Map {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
}

const ask = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([method, path, body]) => {
      const init = { method, ...(body !== '' && { body, headers: { 'content-type': 'application/json' } }) }
      const answer = await fetch(path, init)
      return { status: answer.status, text: await answer.text(), retry: answer.headers.get('retry-after') }
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const opened = async (page: Page) => {
  await page.goto('.')
  await ready(page)
}

for (const from of ['Orchard’s page', 'another page'] as const)
  test(`a write from ${from} is made exactly once even if the service worker stops meanwhile`, async ({
    page: own,
    context,
  }) => {
    await opened(own)
    const page = from === 'another page' ? await otherPage(context) : own
    const session = await context.newCDPSession(page)
    await session.send('ServiceWorker.enable')
    await page.evaluate((path) => {
      const state = { stop: false, sent: 0, made: [] as string[], other: [] as string[], ended: 0 }
      Object.assign(globalThis, { writing: state })
      const lane = async () => {
        while (!state.stop) {
          const tok = `t${state.sent++}`
          try {
            const answer = await fetch(path, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({
                apiVersion: 'v1',
                kind: 'ConfigMap',
                metadata: { generateName: 'g-', labels: { tok } },
              }),
            })
            if (answer.status === 201) state.made.push(tok)
            else state.other.push(`${answer.status}`)
          } catch (error) {
            state.other.push(String(error))
          }
        }
        state.ended++
      }
      for (let i = 0; i < 3; i++) void lane()
    }, CONFIG_MAPS)
    // Repeat until enough has been sent, however slow the machine is.
    const enough = () =>
      page.evaluate(() => {
        const { sent, made } = (globalThis as unknown as { writing: { sent: number; made: string[] } }).writing
        return sent > 25 && made.length > 0
      })
    // Stop the worker while requests are pending: one more was answered, and each lane sends the next one at once.
    const answered = () =>
      page.evaluate(() => {
        const { made, other } = (globalThis as unknown as { writing: { made: string[]; other: string[] } }).writing
        return made.length + other.length
      })
    for (let i = 0; i < 25 || !(await enough()); i++) {
      const before = await answered()
      await expect.poll(answered).toBeGreaterThan(before)
      await session.send('ServiceWorker.stopAllWorkers')
    }
    await page.evaluate(() => ((globalThis as unknown as { writing: { stop: boolean } }).writing.stop = true))
    await page.waitForFunction(() => (globalThis as unknown as { writing: { ended: number } }).writing.ended === 3)
    const { made, other, sent } = await page.evaluate(
      () => (globalThis as unknown as { writing: { made: string[]; other: string[]; sent: number } }).writing,
    )
    const { items } = JSON.parse((await ask(page, 'GET', `${CONFIG_MAPS}?labelSelector=tok`)).text) as { items: Map[] }
    const toks = items.map(({ metadata }) => metadata.labels?.['tok'] ?? '')
    expect(toks.length).toBe(new Set(toks).size)
    expect(made.filter((tok) => !toks.includes(tok))).toEqual([])
    // The browser may abort a request whose service worker was stopped twice; that is an error, never an answer.
    const ended = from === 'another page' ? 'TypeError' : 'nothing'
    // Two of thousands of generated names may be equal: the later write is refused and not made.
    const expected = ['503', '409']
    expect(other.filter((what) => !expected.includes(what) && !what.includes(ended))).toEqual([])
    expect(sent).toBeGreaterThan(25)
  })

test('objects can be deleted on a full disk', async ({ page, context }) => {
  await opened(page)
  for (const name of ['q0', 'q1', 'q2']) expect((await ask(page, 'POST', CONFIG_MAPS, map(name))).status).toBe(201)
  const session = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 })
  // The browser checks the remaining space only now and then.
  await expect
    .poll(async () => (await ask(page, 'POST', CONFIG_MAPS, { ...map(`full-${Date.now()}`) })).status, {
      intervals: [3_000],
    })
    .toBe(503)
  expect((await ask(page, 'DELETE', `${CONFIG_MAPS}/q0`)).status).toBe(200)
  expect((await ask(page, 'DELETE', `${CONFIG_MAPS}?labelSelector=none!=none`)).status).toBe(200)
  expect((await ask(page, 'POST', CONFIG_MAPS, map('refused'))).status).toBe(503)
  await page.reload()
  // It is not ready, since it can't write what each start writes. Reading needs no space.
  await expect.poll(async () => (await ask(page, 'GET', `${CONFIG_MAPS}/q0`)).status).toBe(404)
  expect((await ask(page, 'GET', `${CONFIG_MAPS}/q1`)).status).toBe(404)
  // The notice also appears after the reload, once on each page.
  for (const place of ['explore', 'settings/storage']) {
    await page.goto(`./#/${place}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'no more space' })).toHaveCount(1)
  }
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await expect
    .poll(async () => (await ask(page, 'POST', CONFIG_MAPS, map('q0'))).status, { intervals: [2_000] })
    .toBe(201)
  await page.reload()
  await ready(page)
  expect((await ask(page, 'GET', `${CONFIG_MAPS}/q0`)).status).toBe(200)
})

test('a database that the browser clears is written again from memory', async ({ page, context }) => {
  await opened(page)
  const guest = await context.newPage()
  await opened(guest)
  expect((await ask(guest, 'POST', CONFIG_MAPS, map('before'))).status).toBe(201)
  const session = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  // A new name each time: a write answered with 503 may have been made nevertheless.
  let tries = 0
  await expect.poll(async () => (await ask(guest, 'POST', CONFIG_MAPS, map(`after-${++tries}`))).status).toBe(201)
  await page.close()
  await guest.reload()
  await ready(guest)
  for (const name of ['before', `after-${tries}`])
    expect((await ask(guest, 'GET', `${CONFIG_MAPS}/${name}`)).status, name).toBe(200)
})

test('a control plane that computes for too long is reported as busy and can be replaced from another tab', async ({
  page,
  context,
}) => {
  await opened(page)
  const guest = await context.newPage()
  await opened(guest)
  expect((await ask(guest, 'POST', CONFIG_MAPS, map('kept'))).status).toBe(201)
  const [worker] = page.workers()
  if (!worker) throw new Error('the page has no worker')
  // In a separate task: a browser does not terminate a worker during a debugger's task.
  await worker.evaluate(() => {
    setTimeout(() => {
      for (;;);
    })
  })
  const waiting = ask(guest, 'GET', '/version')
  const busy = guest.getByText('The control plane is busy')
  await expect(busy).toBeVisible()
  await guest.getByRole('button', { name: 'restart it in a new worker' }).click()
  await expect(busy).toBeHidden()
  expect((await waiting).status).toBe(200)
  expect((await ask(guest, 'GET', `${CONFIG_MAPS}/kept`)).status).toBe(200)
  expect((await ask(page, 'POST', CONFIG_MAPS, map('again'))).status).toBe(201)
})

test('a frozen tab’s control plane can be taken over, and writes nothing more when it wakes up', async ({
  page,
  context,
}) => {
  await opened(page)
  const guest = await context.newPage()
  await opened(guest)
  expect((await ask(page, 'POST', CONFIG_MAPS, map('before'))).status).toBe(201)
  const frozen = await processOf(page)
  expect(await processOf(guest)).not.toBe(frozen)
  process.kill(frozen, 'SIGSTOP')
  let meanwhile: Promise<{ name: string; status: number }[]>
  try {
    // This write began in the frozen tab: it is answered when the tab wakes up, or lost, but never both.
    meanwhile = Promise.all(
      ['m0', 'm1', 'm2'].map((name) =>
        ask(page, 'POST', CONFIG_MAPS, map(name)).then(
          ({ status }) => ({ name, status }),
          () => ({ name, status: 0 }),
        ),
      ),
    )
    await guest.getByRole('button', { name: 'restart it in a new worker' }).click()
    await guest.getByRole('button', { name: 'take over in this tab' }).click()
    await expect(guest.getByText('does not react')).toBeHidden()
    await expect(guest.getByRole('button', { name: 'take over in this tab' })).toBeHidden()
  } finally {
    process.kill(frozen, 'SIGCONT')
  }
  await expect(page.getByText('This tab did not respond, so another tab took over')).toBeVisible()
  const answered = (await meanwhile).filter(({ status }) => status === 201).map(({ name }) => name)
  expect((await ask(guest, 'POST', CONFIG_MAPS, map('after'))).status).toBe(201)
  for (const asked of [page, guest])
    for (const name of ['before', 'after', ...answered])
      expect((await ask(asked, 'GET', `${CONFIG_MAPS}/${name}`)).status, name).toBe(200)
  await guest.close()
  let tries = 0
  await expect.poll(async () => (await ask(page, 'POST', CONFIG_MAPS, map(`last-${++tries}`))).status).toBe(201)
})

test('when the owner’s page crashes, another tab becomes the owner and no answered write is lost', async ({
  page,
  context,
}) => {
  await opened(page)
  const guest = await context.newPage()
  await opened(guest)
  // "Ready" comes from the owner: the guest's worker may not have requested the lock yet.
  await untilOnPage(guest, async () => ((await navigator.locks.query()).pending ?? []).length > 0)
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    const name = `crash-${i}`
    if ((await ask(guest, 'POST', CONFIG_MAPS, map(name))).status === 201) made.push(name)
  }
  const session = await context.newCDPSession(page)
  session.send('Page.crash').catch(() => undefined) // it ends with the page
  const tried = (name: string) => ask(guest, 'POST', CONFIG_MAPS, map(name))
  const during = await Promise.all(['x', 'y', 'z'].map(async (name) => ({ name, ...(await tried(name)) })))
  for (const { name, status, retry } of during) {
    expect([201, 503]).toContain(status)
    if (status === 503) expect(retry).toBe('1')
    if (status === 201) made.push(name)
  }
  await expect.poll(async () => (await tried(`after-${Date.now()}`)).status).toBe(201)
  for (const name of made) expect((await ask(guest, 'GET', `${CONFIG_MAPS}/${name}`)).status, name).toBe(200)
})
