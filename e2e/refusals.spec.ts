import { expect, type Page } from '@playwright/test'
import { accessible, createConfigMap, request, undoLast } from './page-controls'
import { ready, rootCertificateWritten } from './site'
import { countSteps } from './steps'
import { test } from './test'

const RBAC = 'rbac.authorization.orch.io'
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: 'cannot list' })

test('roles decide by default, and three clicks grant the right to list and watch after a refusal', async ({
  page,
}) => {
  const steps = await countSteps(page)
  await page.goto('./#/explore/core/v1/configmaps?ns=default&as=user:bob')
  await ready(page)
  await expect(refusal(page)).toContainText('User "bob" cannot list resource "configmaps"')
  await accessible(page)

  await refusal(page).getByRole('button', { name: 'Fix…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant access' })
  await expect(dialog.getByRole('radio', { name: /^Read/ })).toBeChecked()
  await expect(dialog.getByLabel('Objects to create')).toContainText('kind: RoleBinding')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await expect(refusal(page)).toBeHidden()
  expect(await steps()).toBeGreaterThan(0)
  expect(await steps()).toBeLessThanOrEqual(3)

  // The watch works as well: what is created elsewhere appears.
  await page.evaluate(async () => {
    const body = JSON.stringify({ metadata: { name: 'from-elsewhere' } })
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', headers, body })
  })
  await expect(page.getByText('from-elsewhere')).toBeVisible()

  await undoLast(page)
  await page.reload()
  await ready(page)
  await expect(refusal(page)).toBeVisible()
})

test('a list shows its rows even if the user may not watch it', async ({ page }) => {
  await page.goto('./#/explore/core/v1/configmaps?ns=default&as=user:bob')
  await ready(page)
  // What cannot be watched is read once.
  await rootCertificateWritten(page)
  await refusal(page).getByRole('button', { name: 'Fix…' }).click()
  await page.getByRole('radio', { name: /^Only this request/ }).click()
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'cannot watch' })).toBeVisible()
  await expect(page.getByText(/root-ca/)).toBeVisible()
})

test('a refusal links to its reason from the page, the console and the request log', async ({ page }) => {
  await page.goto('./#/explore/core/v1/secrets?as=user:bob')
  await ready(page)
  await page.getByRole('link', { name: 'Why denied?' }).first().click()
  const answer = page.getByRole('region', { name: 'Result' })
  await expect(answer).toContainText('bob')
  await expect(answer.getByText('refused')).toBeVisible()
  await expect(answer.getByRole('button', { name: /^Read/ })).toBeVisible()

  await page.goto('./#/console?method=GET&path=%2Fapi%2Fv1%2Fsecrets&as=user:bob')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Response' }).getByRole('link', { name: 'Why denied?' })).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('heading').first().click()
  await page.keyboard.press('r')
  // Found by its row, because the last request may be one that the page sends for itself.
  const rows = page.getByRole('region', { name: 'Logged requests' }).getByRole('button')
  await rows.filter({ hasText: '/api/v1/secrets' }).first().click()
  const detail = page.locator('.o-strip-detail')
  await expect(detail).toContainText('Nearest rule:')
  await expect(detail.getByRole('link', { name: 'Why denied?' })).toBeVisible()
})

test('a refusal in a form, the chain and the terminal offers the missing role in place', async ({ page }) => {
  const grant = async () => {
    await page.getByRole('button', { name: 'Fix…' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Grant', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.goto('./#/create?template=configmap&as=user:bob')
  await ready(page)
  const documents = page.getByRole('list', { name: 'Documents' })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(documents).toContainText('User "bob" cannot create resource "configmaps"')
  await grant()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(documents).toContainText('stored')

  await page.goto('./#/admission?as=user:carol')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading', { name: 'Response' })).toBeVisible()
  await expect(page.getByText('Authorization: ', { exact: true })).toBeVisible()
  await grant()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Allowed.', { exact: true })).toBeVisible()

  await page.goto('./#/explore?as=user:dora')
  await page.keyboard.press('Control+Backquote')
  const terminal = page.getByRole('region', { name: 'Terminal' })
  await expect(terminal.locator('.o-term-screen')).toContainText('dora $')
  await page.keyboard.type('orchctl get pods\n')
  await expect(terminal.getByRole('button', { name: 'Why may dora not list pods?' })).toBeVisible()
  await grant()
  await terminal.locator('.o-term-screen').click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(terminal).toContainText('No resources found')
})

test('an object is shown to a user who may get but not list it', async ({ page }) => {
  await page.goto('./#/explore')
  await ready(page)
  const roles = `/apis/${RBAC}/v1/namespaces/default`
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]
  await request(page, 'POST', `${roles}/roles`, { metadata: { name: 'getter' }, rules })
  await request(page, 'POST', `${roles}/rolebindings`, {
    metadata: { name: 'getter' },
    roleRef: { apiGroup: RBAC, kind: 'Role', name: 'getter' },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: 'lena' }],
  })
  await createConfigMap(page, 'seen')
  await page.goto('./#/explore/core/v1/configmaps/default/seen?as=user:lena')
  await expect(page.getByRole('alert')).toContainText('reads it again every 10 seconds')
  await expect(page.getByText('hello', { exact: true })).toBeVisible()
  await accessible(page)
})
