import { expect, type Page } from '@playwright/test'
import { accessible, createConfigMap, open } from './page-controls'
import { test } from './test'

const banner = (page: Page) => page.locator('.o-banner')

/** A page of this site without its scripts, from which the test can access the database. */
async function openBlank(page: Page): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('blank')
}

test('an import shows what it will replace before it changes anything', async ({ page }) => {
  await open(page, '/settings/storage')
  await createConfigMap(page, 'dear')
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  const dialog = page.getByRole('dialog', { name: /^Import / })

  await choose('letter.json', 'Dear all')
  await expect(dialog).toContainText('This file is not an Orchard export')
  await expect(dialog.getByRole('button', { name: 'Replace everything' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await choose('lesson.json', JSON.stringify({ format: 'orchard-store/1', entries: [] }))
  await expect(dialog.getByRole('list', { name: 'Objects to be deleted' })).toContainText('default/dear')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await accessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await open(page, '/explore/core/v1/configmaps/default/dear')
  await expect(page.getByText('live', { exact: true })).toBeVisible()
})

test('an unreadable database is reported, can be saved as far as it is readable, and can be replaced by a new one', async ({
  page,
  context,
}) => {
  await open(page, '/explore')
  await createConfigMap(page, 'dear')
  await page.close()
  const other = await context.newPage()
  await openBlank(other)
  await other.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('orchard /')
        opening.onerror = () => reject(new Error('the database did not open'))
        opening.onsuccess = () => {
          const tx = opening.result.transaction('log', 'readwrite')
          const cursor = tx.objectStore('log').openCursor()
          cursor.onsuccess = () => cursor.result?.update({ ...(cursor.result.value as object), text: '[{' })
          tx.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
  await other.goto('./#/explore')
  await expect(banner(other)).toContainText('The control plane is not running: the database can’t be read')
  await accessible(other)
  await other.getByRole('link', { name: 'Export or reset the store' }).click()
  const [saved] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('button', { name: 'Export without secrets' }).click(),
  ])
  await other.getByRole('button', { name: 'Reset…' }).click()
  await other.getByLabel('Type reset to confirm').fill('reset')
  await other.getByRole('button', { name: 'Delete everything' }).click()
  await expect(other.getByText('Cluster reset')).toBeVisible()
  await expect(banner(other)).toBeHidden()

  await other.locator('input[type=file]').setInputFiles(await saved.path())
  await other.getByRole('button', { name: 'Replace everything' }).click()
  await expect(other.getByText('Imported')).toBeVisible()
  await open(other, '/explore/core/v1/configmaps/default/dear')
  await expect(other.getByText('live', { exact: true })).toBeVisible()
})

test.describe('while a page is loading', () => {
  test.use({ serviceWorkers: 'block' })

  test('its keyboard shortcuts are remembered', async ({ page }) => {
    let arrive: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/ObjectPage-*.js', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('./#/explore/core/v1/namespaces/-/default')
    await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
    await page.keyboard.press('m')
    await expect(page.getByText('will run when the page has loaded')).toBeVisible()
    arrive()
    await expect(page.getByRole('link', { name: /^Field owners/ })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('will run when the page has loaded')).toBeHidden()
  })
})
