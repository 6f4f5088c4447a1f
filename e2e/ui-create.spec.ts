import { expect } from '@playwright/test'
import { TEMPLATES } from '../src/ui/features/explore/templates'
import {
  accessible,
  definitionOf,
  editor,
  editorLines,
  mergePatch,
  open,
  request,
  toLine,
  write,
} from './page-controls'
import { test } from './test'

const CONFIG_MAPS = '/explore/core/v1/configmaps'

const THREE_DOCUMENTS = `apiVersion: v1
kind: Namespace
metadata:
  name: orchard-east
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: pears
  namespace: orchard-east
data:
  ripe: "yes"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: Not A Name
`

test('several documents are tried, corrected and created, and another tab shows them at once', async ({ page }) => {
  await open(page, '/explore')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: 'Create', level: 1 })).toBeVisible()
  await write(page, THREE_DOCUMENTS)
  const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
  await expect(documents).toHaveCount(3)

  // Typed text survives a reload.
  await page.reload()
  await expect(editorLines(page)).toContainText('orchard-east')

  // A dry run stores nothing, so an object in the new namespace cannot pass yet; the invalid name is marked on its
  // line.
  await page.getByRole('button', { name: 'Dry run' }).click()
  await expect(documents.nth(0)).toContainText('valid (dry run)')
  await expect(documents.nth(2)).toContainText('422 Invalid')
  await expect(page.locator('.monaco-editor .squiggly-error').first()).toBeVisible()
  await accessible(page)

  const other = await page.context().newPage()
  await open(other, `${CONFIG_MAPS}?ns=orchard-east`)
  await expect(other.getByText('No ConfigMaps in orchard-east')).toBeVisible()

  await toLine(page, 'Not A Name')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.insertText('  name: plums')
  await page.keyboard.press('ControlOrMeta+s')
  for (const i of [0, 1, 2]) await expect(documents.nth(i)).toContainText('stored')
  await expect(other.getByRole('row', { name: /pears/ })).toBeVisible()
  await mergePatch(other, '/api/v1/namespaces/orchard-east/configmaps/pears', { data: { more: 'x' } })
  await expect(other.getByRole('row', { name: /pears/ })).toContainText('2')

  // The draft is cleared after its objects are created.
  await page.reload()
  await expect(page.getByText('Start from a template')).toBeVisible()
  await other.close()
})

test('all templates pass the editor’s schema and the server', async ({ page }) => {
  await open(page, '/create?pick=template')
  const dialog = page.getByRole('dialog', { name: 'Templates' })
  await expect.poll(() => dialog.getByRole('button').count()).toBeGreaterThan(20)
  const templates = await dialog
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.firstChild?.textContent ?? '').filter((text) => text !== ''),
    )
  expect(templates.length).toBeGreaterThanOrEqual(20)
  await accessible(page)
  await page.keyboard.press('Escape')
  // The editor renders marks of visible lines only, so it is made high enough for ten templates at a time.
  await page.setViewportSize({ width: 1280, height: 8000 })
  for (let i = 0; i < TEMPLATES.length; i += 10) {
    const batch = TEMPLATES.slice(i, i + 10)
    const text = batch.map(({ yaml }) => yaml.trim()).join('\n---\n')
    await write(page, text)
    await expect(editorLines(page).locator('.view-line')).toHaveCount(text.split('\n').length)
    const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
    await expect(documents).toHaveCount(batch.length)
    await page.getByRole('button', { name: /^(Create|Apply)/ }).click()
    for (const document of await documents.all()) await expect(document).toContainText('stored')
    await expect(page.locator('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning')).toHaveCount(0)
  }
})

test('the editor completes and explains fields, those of a new custom type without a reload', async ({ page }) => {
  await open(page, '/create')
  await write(page, 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: helped\nspec:\n  repl')
  const suggestions = page.locator('.suggest-widget')
  const suggested = (text: string) =>
    expect(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Space')
      await expect(suggestions).toContainText(text, { timeout: 5_000 })
    }).toPass()
  await suggested('replicas')
  await page.keyboard.press('Escape')
  await page.keyboard.type('icas: 3')
  await expect(async () => {
    await page.mouse.move(0, 0)
    await editorLines(page).getByText('replicas').first().hover()
    await expect(page.locator('.monaco-hover').first()).toContainText('Number of desired pods', { timeout: 5_000 })
  }).toPass()

  await write(page, 'apiVersion: example.com/v1\nkind: Pear\nmetadata:\n  name: conference\nspec:\n  ri')
  await expect(page.getByRole('list', { name: 'Documents' })).not.toContainText('in default')
  const text = { type: 'string', description: 'How ripe it is, in words.' }
  const pear = definitionOf('Pear', { properties: { spec: { type: 'object', properties: { ripeness: text } } } })
  await request(page, 'POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', pear)
  await expect(page.getByRole('list', { name: 'Documents' })).toContainText('in default')
  await expect(page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Pear' })).toBeVisible()
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await suggested('ripeness')
})
