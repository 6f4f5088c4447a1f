import { expect, type Page } from '@playwright/test'
import { accessible, open, request } from './page-controls'
import { rootCertificateWritten } from './site'
import { test } from './test'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const entries = (page: Page, name: string) => panel(page, name).getByRole('listitem')
const LOG = 'Events by revision'
const SLEEPER = 'A disconnected client'
const PAGES = 'Paged list'

async function watching(page: Page): Promise<void> {
  await open(page, '/watch')
  // It is counted on every page of the list.
  await rootCertificateWritten(page)
  await expect(page.getByText('watching', { exact: true })).toBeVisible()
}

test('every write appears in the log with its revision, and on the time axis', async ({ page }) => {
  await watching(page)
  await expect(entries(page, LOG).filter({ hasText: /WATCH/ })).toHaveCount(1)
  await page.keyboard.press('n')
  for (const type of ['ADDED', 'MODIFIED', 'DELETED'])
    await expect(entries(page, LOG).filter({ hasText: type }).first()).toBeVisible()
  const revisions = (await entries(page, LOG).locator('.rev').allInnerTexts()).map(Number)
  expect(revisions).toEqual([...revisions].sort((a, b) => b - a))
  await expect(page.getByRole('img', { name: /^Revisions \d+ to \d+; history from \d+/ })).toBeVisible()
  await accessible(page)
})

test('all pages of a list show the same revision, whatever is written meanwhile', async ({ page }) => {
  await watching(page)
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(1)
  const pages = panel(page, PAGES)
  await pages.getByRole('button', { name: 'First page' }).click()
  await expect(pages).toContainText('1 remaining')
  const seen = await entries(page, PAGES).last().locator('.o-mono').last().innerText()
  await request(page, 'DELETE', `/api/v1/namespaces/default/configmaps/${seen.split('/')[1] ?? ''}`)
  await request(page, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'zucchini' } })
  await expect(entries(page, PAGES).filter({ hasText: seen })).toContainText('deleted')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('complete')
  await expect(entries(page, PAGES).filter({ hasText: 'zucchini' })).toContainText('created later')

  // After a compaction between two pages, the continue token is no longer valid.
  await pages.getByRole('button', { name: 'First page' }).click()
  await expect(pages).toContainText('remaining')
  await request(page, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'after' } })
  await page.getByRole('button', { name: 'Compact history now' }).click()
  await expect(page.getByText('Compacted', { exact: true })).toBeVisible()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages.locator('.o-failure')).toContainText('410')
  await accessible(page)
  await expect(pages.getByRole('button', { name: 'List without paging' })).toBeVisible()
  await pages.getByRole('button', { name: 'Continue with an inconsistent list' }).click()
  await expect(pages).toContainText('complete')
})

test('a client that misses a compaction gets 410 and lists again', async ({ page }) => {
  await watching(page)
  await page.keyboard.press('s')
  await expect(entries(page, SLEEPER).first()).toContainText('SLEEP')
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(1)
  await expect(panel(page, SLEEPER)).toContainText('Its resourceVersion is still available')

  // While history is available, it receives what it missed.
  await page.keyboard.press('s')
  await expect(entries(page, SLEEPER).filter({ hasText: 'DELETED' })).toHaveCount(1)
  await expect(entries(page, SLEEPER).filter({ hasText: /GONE/ })).toHaveCount(0)

  await page.keyboard.press('s')
  await expect(entries(page, SLEEPER).filter({ hasText: 'SLEEP' })).toHaveCount(2)
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(2)
  await page.keyboard.press('x')
  await expect(panel(page, SLEEPER)).toContainText('Its resourceVersion is compacted')
  await panel(page, SLEEPER).getByRole('button', { name: 'Reconnect' }).click()
  await expect(entries(page, SLEEPER).filter({ hasText: /GONE/ })).toContainText('410')
  await expect(entries(page, SLEEPER).filter({ hasText: /LIST/ })).toHaveCount(2)
  await expect(entries(page, SLEEPER).first()).toContainText('WATCH')
})

test('with the clock paused and stepped, bookmarks arrive and history is compacted', async ({ page }) => {
  await watching(page)
  await page.getByRole('button', { name: 'Pause the clock' }).click()
  await expect(page.getByRole('button', { name: /^Clock/ })).toContainText('paused')
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(1)
  await page.getByRole('button', { name: '1 minute' }).click()
  await expect(entries(page, LOG).filter({ hasText: 'BOOKMARK' }).first()).toBeVisible()
  const axis = page.getByRole('img', { name: /^Revisions/ })
  const keptFrom = async () => Number(/history from (\d+)/.exec((await axis.getAttribute('aria-label')) ?? '')?.[1])
  const before = await keptFrom()
  await page.getByRole('button', { name: '6 minutes' }).click()
  await page.keyboard.press('n')
  await expect.poll(keptFrom).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Resume the clock' }).click()
  await expect(page.getByRole('button', { name: /^Clock/ })).not.toContainText('paused')
})

test('the address contains kind and namespace', async ({ page }) => {
  await watching(page)
  await page.getByRole('combobox', { name: 'Kind' }).fill('Secret')
  await page.getByRole('option', { name: 'Secret (v1)' }).click()
  await expect(page).toHaveURL(/kind=secrets/)
  await request(page, 'POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'whispered' } })
  await expect(entries(page, LOG).filter({ hasText: 'default/whispered' })).toContainText('ADDED')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('Secret (v1)')
})
