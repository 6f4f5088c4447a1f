import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { parseClientConfig } from '../src/machinery/client-config'
import { accessible, clipboard } from './page-controls'
import { ownServer, type OwnServer } from './site'
import { test } from './test'

const run = promisify(execFile)
const field = (text: string, name: string): string => new RegExp(`${name}: (\\S+)`).exec(text)?.[1] ?? ''
const pem = (text: string, name: string): string => Buffer.from(field(text, name), 'base64').toString()

let server: OwnServer
test.beforeAll(async () => {
  server = await ownServer()
})
test.afterAll(() => server.stop())

async function serving(page: Page, site = ''): Promise<void> {
  await page.goto(`${server.address}/${site}#/connect`)
  await expect(page.getByRole('region', { name: 'Addresses' }).getByText('connected', { exact: true })).toBeVisible()
}

async function configOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create an administrator certificate' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download orchard.yaml' }).click()
  return readFile(await (await download).path(), 'utf8')
}

const textOf = async (answer: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of answer) text += String(part)
  return text
}

for (const [site, program] of [
  ['', 'orchctl'],
  ['kubernetes/', 'kubectl'],
] as const)
  test(`a program outside the browser uses the cluster of a page at /${site}`, async ({ page }) => {
    await serving(page, site)
    const config = await configOf(page)
    const api = field(config, 'server')
    const [status, list] = await new Promise<[number | undefined, string]>((resolve, reject) =>
      get(
        `${api}/api/v1/namespaces`,
        {
          ca: pem(config, 'certificate-authority-data'),
          cert: pem(config, 'client-certificate-data'),
          key: pem(config, 'client-key-data'),
          headers: { 'user-agent': 'e2e/1' },
        },
        (answer) => void textOf(answer).then((text) => resolve([answer.statusCode, text]), reject),
      ).on('error', reject),
    )
    expect([status, list.includes('"NamespaceList"')]).toEqual([200, true])

    const row = page.getByRole('region', { name: 'Connected programs' }).getByRole('row', { name: /e2e\/1/ })
    await expect(row).toContainText('orchard:admin')
    await expect(row).toContainText('HTTPS')
    await page.getByRole('button', { name: 'Show their requests' }).click()
    await expect(page.getByRole('region', { name: 'Logged requests' }).getByText('/api/v1/namespaces')).toBeVisible()

    await expect(page.getByRole('group', { name: 'Program' }).getByRole('button', { name: program })).toBeVisible()
    await accessible(page, 'the Connect page')
  })

test('a program without credentials is anonymous, and requests from pages of other origins are refused', async ({
  page,
}) => {
  await serving(page)
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) =>
      getPlain(new URL('/api/v1/namespaces', server.address), { headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', reject),
    )
  // Anonymous requests are authenticated, but no role grants them anything.
  expect([401, 403]).toContain(await ask({}))
  const foreign: Record<string, string>[] = [
    { host: 'evil.test' },
    { origin: 'http://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) expect(await ask(headers)).toBe(403)
})

test('one command writes the client configuration file', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.address })
  await serving(page)
  const config = await configOf(page)
  await page.getByRole('button', { name: 'Copy one line that writes the file' }).click()
  await expect.poll(() => clipboard(page)).toContain('orchard.yaml')
  const line = await clipboard(page)
  const folder = await mkdtemp(join(tmpdir(), 'orchard-connect-'))
  try {
    await run('sh', ['-c', line], { cwd: folder })
    const written = await readFile(join(folder, 'orchard.yaml'), 'utf8')
    expect(parseClientConfig(written)).toEqual(parseClientConfig(config))
  } finally {
    await rm(folder, { recursive: true })
  }
})
