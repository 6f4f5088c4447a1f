import { expect } from '@playwright/test'
import { accessible, mergePatch, open, request, undoLast } from './page-controls'
import { test } from './test'

test('an object shows its conditions, owners as a graph, related objects and events', async ({ page }) => {
  await open(page, '/explore')
  await page.getByRole('button', { name: 'Load web shop example' }).first().click()
  await expect(page.getByText('Web shop example loaded')).toBeVisible()
  await open(page, '/explore/apps/v1/deployments/shop/storefront')
  await expect(page.getByRole('region', { name: 'Conditions' })).toContainText('MinimumReplicasAvailable')
  await expect(page.getByRole('region', { name: 'Owns' })).toContainText('storefront-6f7d9c')
  await page.getByRole('textbox', { name: 'Desired replicas' }).fill('4')
  await page.getByRole('button', { name: 'Scale' }).click()
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('3/4')

  await page.keyboard.press('o')
  const graph = page.locator('.o-graph')
  for (const name of ['storefront-6f7d9c', 'storefront-6f7d9c-bk', 'storefront-6f7d9c-dn'])
    await expect(graph.getByRole('link', { name: new RegExp(`${name}$`) })).toBeVisible()
  await request(page, 'DELETE', '/api/v1/namespaces/shop/pods/storefront-6f7d9c-dn')
  await expect(graph.getByRole('link', { name: /storefront-6f7d9c-dn$/ })).toBeHidden()
  await accessible(page)

  await open(page, '/explore/core/v1/services/shop/storefront')
  const related = page.getByRole('region', { name: 'Related', exact: true })
  await expect(related.getByRole('row', { name: /storefront-6f7d9c-bk/ })).toContainText('matches its selector')
  await expect(related.getByRole('row', { name: /Ingress/ })).toContainText('references it in')
  await accessible(page)

  const { metadata } = (await request(page, 'GET', '/api/v1/namespaces/shop/services/storefront')) as {
    metadata: { uid: string }
  }
  await request(page, 'POST', '/api/v1/namespaces/shop/events', {
    metadata: { name: 'storefront.1', namespace: 'shop' },
    involvedObject: { kind: 'Service', namespace: 'shop', name: 'storefront', uid: metadata.uid, apiVersion: 'v1' },
    reason: 'Painted',
    message: 'The door is green now.',
    type: 'Normal',
  })
  await page.getByRole('link', { name: /^Events/ }).click()
  const event = page.getByRole('row', { name: /Painted/ })
  await expect(event).toContainText('The door is green now.')

  // The event leads to the request that wrote it.
  await event.getByRole('button', { name: /^Written by: POST .*\/events/ }).click()
  await expect(page.getByRole('region', { name: 'Request trace' })).toContainText('/api/v1/namespaces/shop/events')

  // On a phone, the table needs no horizontal scrolling.
  await page.setViewportSize({ width: 390, height: 844 })
  const table = page.getByRole('group', { name: 'Table of events' })
  await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the history hides status updates and restores an earlier version, which can be undone', async ({ page }) => {
  const labels = { app: 'web' }
  const deployments = '/apis/apps/v1/namespaces/default/deployments'
  await open(page, '/explore')
  await request(page, 'POST', deployments, {
    metadata: { name: 'web' },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'registry.example/web' }] } },
    },
  })
  await mergePatch(page, `${deployments}/web/status`, { status: { replicas: 1 } })
  await mergePatch(page, `${deployments}/web`, { spec: { replicas: 3 } })

  await open(page, '/explore/apps/v1/deployments/default/web?tab=history')
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('listitem')).toHaveCount(3)
  await versions.getByRole('switch', { name: 'Hide status updates' }).press('Space')
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await expect(versions).toContainText('2 of 3')

  await versions.getByRole('listitem').last().getByRole('button').click()
  await page.getByRole('button', { name: 'Restore this version…' }).click()
  const review = page.getByRole('dialog', { name: /^Restore version/ })
  await expect(review).toContainText('replicas: 1')
  await accessible(page)
  // Somebody else writes meanwhile: the review compares again, and restores over the newest version.
  await mergePatch(page, `${deployments}/web`, { metadata: { labels: { late: 'yes' } } })
  await review.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(review.getByRole('alert')).toContainText('The object changed in the meantime')
  await expect(review).toContainText('late')
  await review.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(review).toBeHidden()
  const replicas = async () => JSON.stringify((await request(page, 'GET', `${deployments}/web`))['spec'])
  expect(await replicas()).toContain('"replicas":1')
  await expect(versions.getByRole('listitem')).toHaveCount(4)
  await undoLast(page)
  await expect.poll(replicas).toContain('"replicas":3')
})
