import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { accessible } from './page-controls'
import { test } from './test'

const SCENARIO = {
  format: 1,
  title: 'One namespace',
  summary: 'A namespace and nothing in it.',
  objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
}

const siteOf = (baseURL: string | undefined): string => new URL(baseURL ?? '').origin

let server: Server | undefined
test.afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** The address of a page of another site. */
async function otherSite(body: string, policy?: string): Promise<string> {
  server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) })
    answer.end(`<!doctype html><html lang="en"><title>Blog</title><main><h1>Blog</h1>${body}</main></html>`)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

/** Opens a page of another site with a strict policy and a playground in it; fills in what breaks the policy. */
async function hostPage(page: Page, site: string, element: string): Promise<string[]> {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.location().url)
  })
  const script = `<script src="${site}/orchard-embed.js" defer></script>`
  const policy = `default-src 'none'; script-src ${site}; frame-src ${site}; style-src 'none'; img-src 'self'`
  await page.goto(await otherSite(element + script, policy))
  return violations
}

test('a page with a strict content security policy embeds a panel, loads a scenario and reads its objects', async ({
  page,
  baseURL,
}) => {
  const violations = await hostPage(page, siteOf(baseURL), '<orch-playground panel="objects"></orch-playground>')
  const frame = page.frameLocator('orch-playground iframe')
  await expect(frame.getByText('simulated')).toBeVisible()
  await expect(frame.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
  const outcome = await page.evaluate(async (scenario) => {
    interface Playground extends HTMLElement {
      load(scenario: unknown): Promise<void>
      request(method: string, path: string, options?: object): Promise<{ status: number; text: string }>
    }
    const playground = document.querySelector<Playground>('orch-playground')
    if (!playground) throw new Error('there is no playground')
    const heard = new Promise<unknown>((resolve) => {
      playground.addEventListener('orchard-request', (event) => {
        const { detail } = event as CustomEvent<{ path: string; user: string; status: number }>
        if (detail.path.endsWith('/secrets')) resolve([detail.user, detail.status])
      })
    })
    const refused = await playground.load('format: 2').catch((error: unknown) => String(error))
    await playground.load(scenario)
    const { text } = await playground.request('GET', '/api/v1/namespaces')
    const { status } = await playground.request('GET', '/api/v1/namespaces/shop/secrets', { as: 'ada+developers' })
    return { refused, shop: text.includes('"shop"'), status, heard: await heard }
  }, SCENARIO)
  expect(outcome).toMatchObject({ shop: true, status: 403, heard: ['ada', 403] })
  expect(outcome.refused).toContain('reads format 1')
  expect(violations.filter((url) => url === page.url())).toEqual([])
  await accessible(page)
})

test('an embedded lesson is shown beside its page', async ({ page, baseURL }) => {
  await hostPage(
    page,
    siteOf(baseURL),
    '<orch-playground panel="lesson" lesson="objects/lost-update" name="lesson"></orch-playground>',
  )
  const frame = page.frameLocator('orch-playground iframe')
  await expect(frame.getByRole('heading', { name: 'The update that was lost' })).toBeVisible()
  await frame.getByRole('button', { name: 'Show me' }).click()
  await expect(frame.locator('.o-player-steps li').first()).toHaveClass('done')
})

test('the code of a scenario is shown before it runs', async ({ page, baseURL }) => {
  await hostPage(
    page,
    siteOf(baseURL),
    '<orch-playground panel="lesson" lesson="admission/callbacks" name="code"></orch-playground>',
  )
  const frame = page.frameLocator('orch-playground iframe')
  const question = frame.getByRole('region', { name: 'contains code' })
  await expect(question).toContainText('Whoever names no team gets one.')
  await expect(frame.getByRole('button', { name: 'Show me' })).toHaveCount(0)
  await question.getByRole('button', { name: 'Run the code in the sandbox' }).click()
  await frame.getByRole('button', { name: 'Show me' }).click()
  await expect(frame.locator('.o-player-steps li').first()).toHaveClass('done')
})

test('a frame starts no control plane until the embedding page asks for one', async ({ page, baseURL }) => {
  await page.goto(await otherSite(`<iframe src="${siteOf(baseURL)}"></iframe>`))
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('shown inside another page')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Open Orchard' })).toBeVisible()
})
