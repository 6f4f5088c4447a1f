import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { accessible, open, request } from './page-controls'
import { test } from './test'

test.use({ viewport: { width: 390, height: 844 } })

test('the conflict lab shows what each solution would do, applies one and undoes it', async ({ page }) => {
  await open(page, '/apply')
  await accessible(page)
  // First click: the situation with its conflict.
  await page.getByRole('button', { name: 'Open: A manager with a new name' }).click()
  const disputed = page.getByRole('region', { name: 'Disputed values' })
  await expect(disputed).toContainText('search:1.5')
  await expect(disputed).toContainText('search:1.4')
  await expect(disputed).toBeInViewport()
  const ways = page.getByRole('table', { name: 'Compare the ways to resolve the conflict' })
  await expect(ways.getByRole('row', { name: /Force my value/ })).toContainText(/search:1\.5"Ownerdeploy-bot/)
  await expect(ways.getByRole('row', { name: /Force my value/ })).toContainText('Recommended here')
  await expect(ways.getByRole('row', { name: /Remove from my manifest/ })).toContainText(/search:1\.4"Ownerjenkins/)
  await expect(ways.getByRole('row', { name: /Use the live value/ })).toContainText('jenkins')
  await accessible(page)
  // Second click: a solution.
  await ways.getByRole('button', { name: 'Force my value' }).click()
  await expect(disputed).toBeHidden()
  const path = '/apis/apps/v1/namespaces/apply-lab/deployments/search'
  const image = async (): Promise<string> => JSON.stringify(await request(page, 'GET', path))
  await expect.poll(image).toContain('search:1.5')
  // Third click: undo.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(image).toContain('search:1.4')
  await expect.poll(image).not.toContain('deploy-bot')
})

test('the story of an object can be exported as Markdown and as a picture', async ({ page }) => {
  await open(page, '/apply')
  await page.getByRole('button', { name: 'Open: An autoscaler against a repository' }).click()
  await expect(page.getByRole('region', { name: 'Disputed values' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the history' })
  await dialog.getByText('Markdown', { exact: true }).click()
  await expect(dialog.getByLabel('Story')).toContainText(/applies at [0-9:]+, refused: /)
  await dialog.getByText('Picture', { exact: true }).click()
  await expect(dialog.getByRole('img', { name: /Who wrote what/ })).toBeVisible()
  await accessible(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('checkout.svg')
  expect(await readFile(await saved.path(), 'utf8')).toContain('<svg')
  await dialog.getByRole('button', { name: 'Export the picture' }).click()
  const [drawn] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PNG' }).click(),
  ])
  expect((await readFile(await drawn.path())).subarray(1, 4).toString()).toBe('PNG')
})
