import { expect, type Page } from '@playwright/test'
import { editorLines, open } from './page-controls'
import { test } from './test'

/** Navigates within the page, as a link would. */
async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
}

/** Places with editors, and the name of each editor. */
const EDITORS = [
  ['the create editor', '/create', /^Objects to create/],
  ['the code of a webhook', '/admission/webhooks', /^Code of/],
  ['a policy', '/admission/policies', /^Policy /],
  ['the request of a policy', '/admission/policies', /^Request for/],
] as const

test.describe('typed text', () => {
  for (const [what, place, name] of EDITORS)
    test(`stays in ${what} over navigation and reload`, async ({ page }) => {
      await open(page, place)
      const editor = page.getByRole('textbox', { name }).first()
      const text = page.locator('.monaco-editor .view-lines').filter({ hasText: 'kept-by-the-page' })
      // A webhook must be created first.
      const fresh = page.getByRole('button', { name: 'New webhook' }).first()
      await expect(editor.or(fresh).first()).toBeAttached()
      if ((await editor.count()) === 0) await fresh.click()
      await editor.focus()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.type('# kept-by-the-page ')
      await expect(text).toBeVisible()
      await visit(page, '/explore')
      await expect(page.getByRole('heading', { name: 'Cluster overview' })).toBeVisible()
      await visit(page, place)
      await expect(text).toBeVisible()
      await page.reload()
      await expect(text).toBeVisible()
    })

  test('may arrive at once, with many brackets, as from an input method', async ({ page }) => {
    await open(page, '/admission')
    const editor = page.getByRole('region', { name: 'Request', exact: true }).getByRole('textbox').first()
    await editor.focus()
    for (const name of ['one', 'two', 'three']) {
      const text = `{kind: ConfigMap, apiVersion: v1, metadata: {name: ${name}, namespace: default}, data: {a: "1", b: "2"}}`
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.insertText(text)
      await expect(editorLines(page).first()).toHaveText(text)
    }
  })

  test('is still in the console when the user returns through the navigation', async ({ page }) => {
    await open(page, '/console')
    const rail = page.getByRole('navigation', { name: 'Main navigation' })
    const path = page.getByRole('textbox', { name: 'Path and query' })
    await path.fill('/api/v1/nodes?limit=3')
    await page.getByRole('textbox', { name: 'Headers' }).fill('Authorization: Bearer mine')
    await rail.getByRole('link', { name: 'Explore' }).click()
    await expect(page.getByRole('heading', { name: 'Cluster overview' })).toBeVisible()
    await rail.getByRole('link', { name: 'Console' }).click()
    await expect(path).toHaveValue('/api/v1/nodes?limit=3')
    await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue('Authorization: Bearer mine')
    await expect(page).not.toHaveURL(/Bearer/)
    await page.reload()
    await expect(path).toHaveValue('/api/v1/nodes?limit=3')
  })
})

/** Fields whose text is neither sent nor saved before another step: the page, the field, and what opens it. */
const FIELDS = [
  ['a label selector', '/explore/core/v1/configmaps', 'Label selector, evaluated by the server'],
  ['the filter of kinds', '/explore', 'Filter kinds'],
  ['the name of a snapshot', '/settings/storage', 'Name of the snapshot'],
  ['the address of a scenario', '/open', 'Address of a scenario'],
  ['a search of flags', '/settings', 'Search flags'],
  ['a search of the release ledger', '/releases/ledger', 'Search'],
  ['a field path', '/reference/core/v1/pods', 'Field path; press Enter to explain'],
  ['a user who is asked about', '/access/why', 'Who'],
  ['a manager', '/apply/core/v1/namespaces/-/default', 'New manager name'],
  ['a filter of owners', '/explore/core/v1/namespaces/-/default?tab=owners', 'Filter fields'],
] as const

test.describe('text that is not sent yet', () => {
  for (const [what, place, label] of FIELDS)
    test(`stays in ${what} over a reload`, async ({ page }) => {
      await open(page, place)
      const field = page.getByLabel(label, { exact: true }).first()
      await field.focus()
      await page.keyboard.type('kept')
      await expect(field).toHaveValue(/kept/)
      await page.reload()
      await expect(field).toHaveValue(/kept/)
    })

  test('stays at the prompt of the terminal', async ({ page }) => {
    await open(page, '/explore')
    await page.keyboard.press('Control+Backquote')
    const screen = page.locator('.o-term-screen')
    await expect(screen).toContainText('admin')
    await page.keyboard.type('get pods --kept')
    await expect(screen).toContainText('--kept')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Cluster overview' })).toBeVisible()
    await page.keyboard.press('Control+Backquote')
    await expect(screen).toContainText('get pods --kept')
  })
})

test('impersonation suggests the names in bindings and explains the term', async ({ page }) => {
  await open(page, '/access')
  await page.getByRole('button', { name: 'Load two teams example' }).first().click()
  await expect(page.getByText('Two teams example loaded')).toBeVisible()
  await page.keyboard.press('i')
  await page.keyboard.press('u')
  const dialog = page.getByRole('dialog', { name: 'Act as a user' })
  const user = dialog.getByRole('combobox', { name: 'User', exact: true })
  await user.fill('ali')
  await page.getByRole('option', { name: 'alice', exact: true }).click()
  await expect(user).toHaveValue('alice')
  await dialog.getByRole('button', { name: 'Explain: Impersonation' }).click()
  await expect(page.getByRole('link', { name: 'Open in the glossary' })).toBeVisible()
})

test('presenter mode enlarges editors and the terminal, and marks no error in an empty editor', async ({ page }) => {
  await open(page, '/create')
  const size = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  await expect(page.locator('.monaco-editor .view-lines')).toBeVisible()
  const before = await size('.monaco-editor .view-lines')
  await page.getByRole('button', { name: 'Terminal' }).click()
  await expect(page.locator('.xterm-rows')).toBeAttached()
  const screen = await size('.xterm-rows')
  await visit(page, '/settings/appearance')
  await page.getByRole('switch', { name: /^Presenter mode/ }).press('Space')
  await expect.poll(() => size('.xterm-rows')).toBeGreaterThan(screen)
  await visit(page, '/create')
  await expect.poll(() => size('.monaco-editor .view-lines')).toBeGreaterThan(before)
  // Once the schema is loaded, the first fields are suggested, and the empty text has no error marks.
  await expect(async () => {
    await page.getByRole('textbox', { name: /^Objects to create/ }).focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Space')
    await expect(page.locator('.suggest-widget').getByText('apiVersion', { exact: true })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()
  await expect(page.locator('.squiggly-warning, .squiggly-error')).toHaveCount(0)
})

test('the tabs of the access lab are grouped by purpose', async ({ page }) => {
  await open(page, '/access')
  const tabs = page.getByRole('navigation', { name: 'Access views' })
  for (const [purpose, tab] of [
    ['Understand', 'Matrix'],
    ['Change', 'Draft'],
    ['Other authorizers', 'ABAC'],
  ] as const)
    await expect(tabs.getByRole('group', { name: purpose }).getByRole('link', { name: tab })).toBeVisible()
})
