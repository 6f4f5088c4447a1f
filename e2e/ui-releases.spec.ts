import { expect } from '@playwright/test'
import { test } from './test'

test.describe('releases', () => {
  test('an object can be read in every version, and survives a restart as an earlier release', async ({ page }) => {
    await page.goto('./#/releases/versions')
    await page.getByRole('button', { name: 'Load autoscaler example' }).click()
    await expect(page.getByRole('region', { name: 'autoscaling/v1' })).toContainText(
      'autoscaling.alpha.orch.io/metrics',
    )
    await page.goto('./#/releases?to=20')
    await page.getByRole('button', { name: 'Downgrade to 1.20' }).click()
    await expect(page.getByRole('banner')).toContainText('v1.20')
    await page.goto('./#/releases/versions?kind=horizontalpodautoscalers.autoscaling&ns=default&name=in-three-versions')
    await expect(page.getByRole('region', { name: 'autoscaling/v2beta1' })).toBeVisible()
    await page.goto('./#/releases?to=25')
    await page.getByRole('button', { name: 'Upgrade to 1.25' }).click()
    await expect(page.getByRole('banner')).toContainText('v1.25')
  })

  test('a rehearsal of an upgrade names what breaks and shows what to write instead; input is kept', async ({
    page,
  }) => {
    await page.goto('./#/releases/rehearsal')
    const ingress = page.getByRole('region', { name: 'Ingress shop' })
    await ingress.getByRole('button', { name: 'Show as networking.orch.io/v1' }).click()
    await expect(ingress).toContainText('defaultBackend')
    await expect(page.getByRole('region', { name: 'PodSecurityPolicy restricted' })).toContainText('breaks')
  })

  test('an upgrade plan is checked as it is typed and survives a reload', async ({ page }) => {
    await page.goto('./#/releases/plan')
    await expect(page.getByText('follows all rules')).toBeVisible()
    await page.getByRole('textbox', { name: 'Plan' }).fill('A: v1beta1\nB: v1')
    await expect(page.getByRole('list', { name: 'Violations' })).toContainText('removed without having been deprecated')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Plan' })).toHaveValue('A: v1beta1\nB: v1')
  })
})
