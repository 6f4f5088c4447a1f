import { readFile } from 'node:fs/promises'
import { request as requestSecurely } from 'node:https'
import { expect, type Page } from '@playwright/test'
import { playOpened, pressEnter } from './page-controls'
import { ownServer, type OwnServer, ready } from './site'
import { test } from './test'

const field = (text: string, name: string): string => new RegExp(`${name}: (\\S+)`).exec(text)?.[1] ?? ''
const pem = (text: string, name: string): string => Buffer.from(field(text, name), 'base64').toString()
const go = (page: Page, place: string): Promise<unknown> => page.evaluate((hash) => (location.hash = hash), place)

let server: OwnServer
test.beforeAll(async () => {
  server = await ownServer()
})
test.afterAll(() => server.stop())

/** A client of the page's plane, with the certificate that the page makes for programs. */
async function program(page: Page) {
  await go(page, '/connect')
  await expect(page.getByRole('region', { name: 'Addresses' }).getByText('connected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create an administrator certificate' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download orchard.yaml' }).click()
  const config = await readFile(await (await download).path(), 'utf8')
  return (method: string, path: string, contentType: string, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = requestSecurely(
        `${field(config, 'server')}${path}`,
        {
          method,
          ca: pem(config, 'certificate-authority-data'),
          cert: pem(config, 'client-certificate-data'),
          key: pem(config, 'client-key-data'),
          headers: { 'content-type': contentType, 'user-agent': 'e2e/1' },
        },
        (answer) => {
          answer.resume()
          answer.on('end', () => resolve(answer.statusCode))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
}

test('requests of outside programs are recorded into a lesson that can be proven, exported and opened', async ({
  page,
}) => {
  await page.goto(`${server.address}/#/learn/make`)
  await page.getByLabel('Title').fill('From outside')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Plane From outside. Switch planes' })).toBeVisible()
  await ready(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const send = await program(page)

  const bar = page.getByRole('region', { name: 'Lesson recorder' })
  await pressEnter(bar.getByRole('button', { name: 'Record step 1' }))
  await expect(bar).toContainText('Recording step 1')
  const maps = '/api/v1/namespaces/default/configmaps'
  const pear = JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'pear' },
    data: { color: 'green' },
  })
  expect(await send('POST', maps, 'application/json', pear)).toBe(201)
  const riper = JSON.stringify({ data: { color: 'yellow' } })
  expect(await send('PATCH', `${maps}/pear`, 'application/strategic-merge-patch+json', riper)).toBe(200)
  const applied = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: plum\ndata:\n  color: blue\n'
  const apply = `${maps}/plum?fieldManager=outside`
  expect(await send('PATCH', apply, 'application/apply-patch+yaml', applied)).toBe(201)
  await expect(bar.getByRole('status')).toContainText('3 requests.')
  await pressEnter(bar.getByRole('button', { name: 'Finish the step' }))

  await page.getByLabel('Summary').fill('Two kinds of fruit.')
  await page.getByLabel('Title of the step').fill('Fruit')
  await page.getByLabel('Text', { exact: true }).fill('Make a yellow pear and a blue plum.')
  await page.getByRole('button', { name: 'Add a hint' }).click()
  await page.getByRole('textbox', { name: 'Hint 1' }).fill('Use a program.')
  await page.getByRole('button', { name: 'Run the test' }).click()
  await expect(page.getByText('The lesson works.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as a file' }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).not.toContain('resourceVersion')

  await go(page, '/open')
  await page.locator('input[type="file"]').setInputFiles(file)
  const player = await playOpened(page, 'Fruit')
  await expect(player.getByRole('heading', { name: 'Done' })).toBeFocused()
})
