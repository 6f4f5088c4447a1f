import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { accessible, open, recordCopies, request } from './page-controls'
import { test } from './test'

async function openShop(page: Page, place: string): Promise<void> {
  await open(page, '/explore')
  await page.getByRole('button', { name: 'Load web shop example' }).first().click()
  const notice = page.getByRole('alert').filter({ hasText: 'Web shop example loaded' })
  await expect(notice).toBeVisible()
  // The notice would cover the page; it may also disappear before it is closed.
  await expect(async () => {
    if (await notice.isVisible())
      await notice.getByRole('button', { name: 'Close the message' }).click({ timeout: 2_000 })
    await expect(notice).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await page.goto(`./#${place}`)
}

test('the map shows how the objects of a namespace are related, follows changes, and keeps its state in the address', async ({
  page,
}) => {
  await openShop(page, '/map?ns=shop')
  await expect(page.getByRole('heading', { name: 'Map of shop', level: 1 })).toBeVisible()
  for (const name of ['Ingress shop', 'Service storefront', 'Deployment storefront', 'ReplicaSet storefront-6f7d9c'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page.locator('.react-flow__edge')).not.toHaveCount(0)
  await accessible(page)

  await request(page, 'POST', '/api/v1/namespaces/shop/services', {
    metadata: { name: 'late' },
    spec: { selector: { app: 'storefront' }, ports: [{ port: 80 }] },
  })
  await page.getByRole('switch', { name: 'Unconnected' }).press('Space')
  await expect(page.getByRole('link', { name: 'Service late', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/alone=yes/)
  await page.getByLabel('Find by kind or name').fill('ingress')
  await expect(page.getByRole('link', { name: 'Service late', exact: true })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Ingress shop', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Export Map of shop' }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download SVG' }).click(),
  ])
  expect(await readFile(await saved.path(), 'utf8')).toContain('Ingress')
})

test('one key exports a table, a picture or an answer from any page', async ({ page }) => {
  const copied = await recordCopies(page)
  await openShop(page, '/explore/core/v1/services?ns=shop')
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Export the Services' }).click()
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
  await expect.poll(copied).toContain('| storefront |')
  await page.getByRole('button', { name: 'Export the Services' }).click()
  await page.getByRole('menuitem', { name: 'Copy as orchctl' }).click()
  await expect.poll(copied).toBe('orchctl get services -n shop')

  await page.goto('./#/releases/ledger')
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+T')
  const dialog = page.getByRole('dialog', { name: 'Export from this page' })
  await expect(dialog.getByText('table', { exact: true }).first()).toBeVisible()
  // An earlier page requested the list of services.
  await expect(dialog).not.toContainText('/services')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Export Differences' }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  ])
  expect((await readFile(await saved.path(), 'utf8')).split('\r\n').length).toBeGreaterThan(3)
})
