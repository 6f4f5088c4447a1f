import { expect } from '@playwright/test'
import { accessible, open } from './page-controls'
import { test } from './test'

test('the reference explains fields and opens a request in the console', async ({ page }) => {
  await open(page, '/explore')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('deploy')
  await page.getByRole('link', { name: 'Deployment', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Deployment', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('spec.template.spec.containers')
  await page.keyboard.press('Enter')
  const field = page.getByRole('region', { name: 'Field' })
  await expect(field).toContainText('[]Container')
  await expect(field).toContainText('keyed by name')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/field=spec\.template\.spec$/)
  await accessible(page)
  await page
    .getByRole('region', { name: 'Requests for this kind' })
    .getByRole('row', { name: /^POST \/apis\/apps\/v1\/namespaces\/{namespace}\/deployments / })
    .getByRole('button', { name: 'Open in console' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Path and query' })).toHaveValue(
    '/apis/apps/v1/namespaces/default/deployments',
  )
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue(/"kind": "Deployment"/)
})
