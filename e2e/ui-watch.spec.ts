import { expect, type Page, test } from '@playwright/test'
import { accessible, open, request } from './page-hands'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const entries = (page: Page, name: string) => panel(page, name).getByRole('listitem')
const LOG = 'Events by revision'
const SLEEPER = 'A client that falls asleep'
const PAGES = 'A list in pages'

async function watching(page: Page): Promise<void> {
  await open(page, '/watch')
  await expect(page.getByText('watching', { exact: true })).toBeVisible()
}

test('every write stands in the log with its revision, and on the axis', async ({ page }) => {
  await watching(page)
  await expect(entries(page, LOG).filter({ hasText: /WATCH/ })).toHaveCount(1)
  await page.keyboard.press('n')
  for (const type of ['ADDED', 'MODIFIED', 'DELETED'])
    await expect(entries(page, LOG).filter({ hasText: type }).first()).toBeVisible()
  const revisions = (await entries(page, LOG).locator('.rev').allInnerTexts()).map(Number)
  expect(revisions).toEqual([...revisions].sort((a, b) => b - a))
  await expect(page.getByRole('img', { name: /^Revisions \d+ to \d+; history is kept from \d+/ })).toBeVisible()
  await accessible(page)
})

test('pages of a list show one moment, whatever is written meanwhile', async ({ page }) => {
  await watching(page)
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(1)
  const pages = panel(page, PAGES)
  await pages.getByRole('button', { name: 'First page' }).click()
  await expect(pages).toContainText('1 still to read')
  const seen = await entries(page, PAGES).last().locator('.o-mono').last().innerText()
  await request(page, 'DELETE', `/api/v1/namespaces/default/configmaps/${seen.split('/')[1] ?? ''}`)
  await request(page, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'zucchini' } })
  await expect(entries(page, PAGES).filter({ hasText: seen })).toContainText('deleted')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('complete')
  await expect(entries(page, PAGES).filter({ hasText: 'zucchini' })).toContainText('came later')

  // When the history is cut between two pages, the token is worth nothing any more.
  await pages.getByRole('button', { name: 'First page' }).click()
  await expect(pages).toContainText('still to read')
  await request(page, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'after' } })
  await page.getByRole('button', { name: 'Cut the history here' }).click()
  await expect(page.getByText('Compacted')).toBeVisible()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages.locator('.o-trouble')).toContainText('410')
  await accessible(page)
  await expect(pages.getByRole('button', { name: 'Read it in one piece' })).toBeVisible()
  await pages.getByRole('button', { name: 'Go on without the snapshot' }).click()
  await expect(pages).toContainText('complete')
})

test('a client that slept through a compaction is told 410, and lists again', async ({ page }) => {
  await watching(page)
  await page.keyboard.press('s')
  await expect(entries(page, SLEEPER).first()).toContainText('SLEEP')
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(1)
  await expect(panel(page, SLEEPER)).toContainText('Its version is still kept')

  // While the history is kept it gets what it missed.
  await page.keyboard.press('s')
  await expect(entries(page, SLEEPER).filter({ hasText: 'DELETED' })).toHaveCount(1)
  await expect(entries(page, SLEEPER).filter({ hasText: /GONE/ })).toHaveCount(0)

  await page.keyboard.press('s')
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(2)
  await page.keyboard.press('x')
  await expect(panel(page, SLEEPER)).toContainText('Its version is no longer kept')
  await panel(page, SLEEPER).getByRole('button', { name: 'Wake it up' }).click()
  await expect(entries(page, SLEEPER).filter({ hasText: /GONE/ })).toContainText('410')
  await expect(entries(page, SLEEPER).filter({ hasText: /LIST/ })).toHaveCount(2)
  await expect(entries(page, SLEEPER).first()).toContainText('WATCH')
})

test('the clock is held and stepped: bookmarks come, and history passes by itself', async ({ page }) => {
  await watching(page)
  await page.getByRole('button', { name: 'Hold the clock' }).click()
  await expect(page.getByRole('button', { name: /^Clock/ })).toContainText('held')
  await page.keyboard.press('n')
  await expect(entries(page, LOG).filter({ hasText: 'DELETED' })).toHaveCount(1)
  await page.getByRole('button', { name: '1 minute' }).click()
  await expect(entries(page, LOG).filter({ hasText: 'BOOKMARK' }).first()).toBeVisible()
  const axis = page.getByRole('img', { name: /^Revisions/ })
  const keptFrom = async () => Number(/kept from (\d+)/.exec((await axis.getAttribute('aria-label')) ?? '')?.[1])
  const before = await keptFrom()
  await page.getByRole('button', { name: '6 minutes' }).click()
  await page.keyboard.press('n')
  await expect.poll(keptFrom).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Let the clock run' }).click()
  await expect(page.getByRole('button', { name: /^Clock/ })).not.toContainText('held')
})

test('kind and namespace stand in the address', async ({ page }) => {
  await watching(page)
  await page.getByRole('combobox', { name: 'Kind' }).fill('Secret')
  await page.getByRole('option', { name: 'Secret (v1)' }).click()
  await expect(page).toHaveURL(/kind=secrets/)
  await request(page, 'POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'whispered' } })
  await expect(entries(page, LOG).filter({ hasText: 'default/whispered' })).toContainText('ADDED')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('Secret (v1)')
})
