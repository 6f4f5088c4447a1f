import { expect } from '@playwright/test'
import { accessible, createConfigMap, open, shown } from './page-controls'
import { test } from './test'

const CONFIG_MAPS = '/explore/core/v1/configmaps'

test('the dialog names the finalizers; Escape cancels, and a deletion can be undone', async ({ page }) => {
  await open(page, '/explore')
  await createConfigMap(page, 'held', { metadata: { finalizers: ['example.com/wait'] } })
  await open(page, `${CONFIG_MAPS}/default/held`)
  await shown(page, 'held')
  const dialog = page.getByRole('dialog', { name: 'Delete ConfigMap default/held?' })
  await page.keyboard.press('Delete')
  await expect(dialog).toContainText('Deletion will wait for these finalizers')
  await expect(dialog).toContainText('example.com/wait')
  await accessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'held', level: 1 })).toBeVisible()

  await page.keyboard.press('Delete')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('terminating')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('This object was deleted. Showing its last state')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('live', { exact: true })).toBeVisible()
})

test('deleting a namespace deletes the objects in it', async ({ page }) => {
  await open(page, '/explore')
  await page.getByRole('button', { name: 'Load web shop example' }).first().click()
  await expect(page.getByText('Web shop example loaded')).toBeVisible()
  await open(page, '/explore/core/v1/namespaces/-/shop')
  await shown(page, 'shop')
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete Namespace shop?' })
  await expect(dialog.getByRole('group', { name: /^Also deletes/ })).toContainText('Deployment shop/storefront')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This object was deleted. Showing its last state')).toBeVisible()
})
