import { expect } from '@playwright/test'
import { accessible, createConfigMap, open, recordCopies, request } from './page-controls'
import { ready } from './site'
import { test } from './test'

const MAPS = '/api/v1/namespaces/default/configmaps'
const SECRETS = '/api/v1/namespaces/default/secrets'

const namesOf = async (list: Promise<Record<string, unknown>>) =>
  ((await list).items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)

test('a plane is shared without its secrets as a link that opens in a new plane', async ({ page }) => {
  const copied = await recordCopies(page)
  await open(page, '/explore/core/v1/configmaps?as=user%3Aada')
  await createConfigMap(page, 'my-settings')
  await request(page, 'POST', SECRETS, { metadata: { name: 'my-password' }, stringData: { password: 'open sesame' } })
  await page.getByRole('button', { name: 'Share this plane' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this plane' })
  await expect(dialog.getByRole('checkbox', { name: /my-password/ })).not.toBeChecked()
  await accessible(page)
  await dialog.getByLabel('Title').fill('Two settings')
  await dialog.getByLabel('Note').fill('Look at **my-settings**.')
  await expect(dialog.getByRole('status')).toContainText('characters')
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  await expect(dialog).toHaveCount(0)
  const link = await copied()

  await page.goto('about:blank')
  await page.goto(link)
  const preview = page.getByRole('region', { name: 'Two settings' })
  await expect(preview).toContainText('ConfigMap default/my-settings')
  await expect(preview).not.toContainText('my-password')
  await accessible(page)
  await preview.getByRole('button', { name: 'Open in a new plane' }).click()
  await expect(page.getByRole('button', { name: 'Plane Two settings. Switch planes' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Lesson' })).toContainText('Look at my-settings.')
  await expect(page).toHaveURL(/\?plane=link-[a-z0-9]+#\/explore\/core\/v1\/configmaps\?as=user/)
  await ready(page)
  await expect.poll(() => namesOf(request(page, 'GET', MAPS))).toContain('my-settings')
  expect(await namesOf(request(page, 'GET', SECRETS))).not.toContain('my-password')
})

test('an incomplete link changes nothing and says so', async ({ page }) => {
  await open(page, '/open?s=s1.abcdef')
  await expect(page.getByText('is cut or was changed on its way')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open in a new plane' })).toHaveCount(0)
  await page.getByRole('button', { name: /Switch planes/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Main', 'Link', 'New, rename, delete…'])
})

test('the address of a scenario shows what it contains and what it can do before it is opened', async ({ page }) => {
  await page.route('https://lessons.example/*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      body: `
format: 1
title: From elsewhere
summary: Everybody is let in. <img src=x onerror=alert(1)>
flags: ['--authorization-mode=AlwaysAllow']
objects:
  - { apiVersion: v1, kind: Namespace, metadata: { name: shop } }`,
    }),
  )
  await page.goto('./?scenario=https%3A%2F%2Flessons.example%2Fa.yaml')
  const preview = page.getByRole('region', { name: 'From elsewhere' })
  await expect(preview).toContainText('Turns authorization off')
  await expect(preview).toContainText('Namespace shop')
  await expect(preview.getByRole('img')).toHaveCount(0)
  await preview.getByRole('button', { name: 'Open in a new plane' }).click()
  await expect(page.getByRole('button', { name: 'Plane From elsewhere. Switch planes' })).toBeVisible()
  await ready(page)
  await expect.poll(() => namesOf(request(page, 'GET', '/api/v1/namespaces'))).toContain('shop')
})

const WEBHOOK = `
format: 1
title: A strict plane
summary: A webhook refuses config maps.
webhooks:
  - id: strict
    url: https://strict.webhooks.svc/
    code: 'export default () => ({ allowed: false, status: { message: "strict as agreed" } })'
objects:
  - { apiVersion: v1, kind: Namespace, metadata: { name: webhooks } }
  - { apiVersion: v1, kind: Service, metadata: { name: strict, namespace: webhooks }, spec: { ports: [{ port: 443 }] } }
  - apiVersion: admissionregistration.orch.io/v1
    kind: ValidatingWebhookConfiguration
    metadata: { name: strict }
    webhooks:
      - name: strict.webhooks.example.com
        clientConfig: { service: { namespace: webhooks, name: strict, path: / } }
        rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
        namespaceSelector: { matchLabels: { orch.io/metadata.name: default } }
        failurePolicy: Fail
        timeoutSeconds: 30
        sideEffects: None
        admissionReviewVersions: [v1]`

test('the code of a shared webhook is shown first and runs only after the user agrees', async ({ page }) => {
  await page.route('https://lessons.example/*', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: WEBHOOK }),
  )
  await open(page, `/open?from=${encodeURIComponent('https://lessons.example/strict.yaml')}`)
  const preview = page.getByRole('region', { name: 'A strict plane' })
  await expect(preview).toContainText('strict as agreed')
  const agree = preview.getByRole('checkbox', { name: 'Run this code' })
  await expect(agree).not.toBeChecked()
  await agree.check()
  await accessible(page)
  await preview.getByRole('button', { name: 'Open in a new plane' }).click()
  await expect(page.getByRole('button', { name: 'Plane A strict plane. Switch planes' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: /Opening/ })).toHaveCount(0)
  await ready(page)
  await expect.poll(() => createConfigMap(page, 'refused').then(String, String)).toContain('strict as agreed')
})
