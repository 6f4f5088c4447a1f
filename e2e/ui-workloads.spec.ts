import { expect, type Page } from '@playwright/test'
import { accessible, mergePatch, open, request } from './page-controls'
import { test } from './test'

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })

/** Three nodes and the small shop, started from the page itself. */
async function startShop(page: Page): Promise<void> {
  await open(page, '/workloads')
  await page.getByRole('button', { name: 'Start three nodes and a small shop' }).click()
  await expect(region(page, 'Node node-3')).toContainText('Ready')
  await page.getByRole('link', { name: 'Rollouts' }).click()
  for (const name of ['web', 'cart', 'search'])
    await expect(region(page, `Rollout of ${name}`)).toContainText('Complete')
}

test('a rollout gets stuck on an image and is rolled back', async ({ page }) => {
  await startShop(page)
  await accessible(page)
  const web = region(page, 'Rollout of web')
  await web.getByRole('button', { name: 'Simulate a failure' }).click()
  await page.getByRole('menuitem', { name: 'Image cannot be pulled' }).click()
  await expect(web).toContainText('Stuck: ImagePullBackOff')
  await expect(web).toContainText('revision 2')
  await web.getByRole('button', { name: 'Roll back to revision 1' }).click()
  await expect(web).toContainText('Complete')
  await expect(web).toContainText('revision 3')
})

test('the log of a pod is followed on its page', async ({ page }) => {
  await startShop(page)
  const { items } = (await request(page, 'GET', '/api/v1/namespaces/default/pods?labelSelector=app=web')) as {
    items: { metadata: { name: string } }[]
  }
  await open(page, `/explore/core/v1/pods/default/${items[0]?.metadata.name}`)
  await page.getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByRole('log', { name: 'Log of web' })).toContainText('web works, 1')
  await expect(page.getByRole('main')).toContainText('following')
  await expect(page.getByRole('log', { name: 'Log of web' })).toContainText('web works, 3')
  await accessible(page)
})

test('the clock runs until a rollout misses its deadline, and a rollback can be undone', async ({ page }) => {
  await startShop(page)
  const deployment = '/apis/apps/v1/namespaces/default/deployments/web'
  await mergePatch(page, deployment, { spec: { progressDeadlineSeconds: 20 } })
  const web = region(page, 'Rollout of web')
  await web.getByRole('button', { name: 'Simulate a failure' }).click()
  await page.getByRole('menuitem', { name: 'Image cannot be pulled' }).click()
  await expect(web).toContainText('Stuck: ImagePullBackOff')
  await web.getByRole('button', { name: 'Run until' }).click()
  await page.getByRole('menuitem', { name: 'The progress deadline is exceeded' }).click()
  await expect(web).toContainText('Stuck: deadline exceeded')
  await web.getByRole('button', { name: 'Roll back to revision 1' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'web rolls back to revision 1' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(web).toContainText('revision 4')
})

test('a drain that a disruption budget blocks says so, and continues when the budget allows it', async ({ page }) => {
  await startShop(page)
  const budget = '/apis/policy/v1/namespaces/default/poddisruptionbudgets/web'
  await mergePatch(page, budget, { spec: { minAvailable: 4 } })
  await page.getByRole('link', { name: 'Nodes', exact: true }).click()
  await accessible(page)
  await page.getByRole('button', { name: 'Actions for node-1' }).click()
  await page.getByRole('menuitem', { name: 'Drain' }).click()
  const report = region(page, 'Drain of node-1')
  await expect(report).toContainText('blocked')
  await expect(report).toContainText('disruption budget web')
  await expect(region(page, 'Node node-1')).toContainText('cordoned')
  await mergePatch(page, budget, { spec: { minAvailable: 1 } })
  await expect(async () => {
    await report.getByRole('button', { name: 'Try again' }).click({ timeout: 5_000 })
    await expect(report).toContainText('drained', { timeout: 5_000 })
  }).toPass()
})

test('a pending pod is explained, and is scheduled after a change', async ({ page }) => {
  await startShop(page)
  await request(page, 'POST', '/api/v1/namespaces/default/pods', {
    metadata: { name: 'big' },
    spec: {
      nodeSelector: { 'orch.io/hostname': 'node-2' },
      containers: [{ name: 'c', image: 'big', resources: { requests: { cpu: '3800m' } } }],
    },
  })
  await page.getByRole('link', { name: 'Pending pods' }).click()
  const placement = region(page, 'Placement of big')
  await expect(placement).toContainText('Insufficient cpu')
  await expect(placement).toContainText(/fit on node-2 if it requested \d+m less cpu/)
  await accessible(page)
  for (const name of ['web', 'cart', 'search'])
    await mergePatch(page, `/apis/apps/v1/namespaces/default/deployments/${name}`, { spec: { replicas: 0 } })
  await expect(placement).toContainText('on node-2')
})

test('the active stages are listed, including one that the user adds', async ({ page }) => {
  await startShop(page)
  await page.getByRole('link', { name: 'Life cycles' }).click()
  const stages = region(page, 'Stages of pods')
  await expect(stages).toContainText('image-cannot-be-pulled')
  await accessible(page)
  await page.getByRole('button', { name: 'Write a stage' }).click()
  const writer = region(page, 'Write a stage')
  await expect(writer.getByRole('status', { name: 'Result of the trial' })).toContainText('The stage matches now')
  await writer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(stages).toContainText('cache-is-warm')
  await expect(stages.getByRole('link', { name: 'cache-is-warm' })).toBeVisible()
})
