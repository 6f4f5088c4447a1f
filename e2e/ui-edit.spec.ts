import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import {
  accessible,
  createConfigMap,
  editor,
  editorLines,
  mergePatch,
  open,
  request,
  shown,
  toLine,
} from './page-controls'
import { test } from './test'

const CONFIG_MAPS = '/explore/core/v1/configmaps'

test('an edit is kept as a draft, reviewed as a diff, saved and undone', async ({ page }) => {
  await open(page, '/explore')
  await createConfigMap(page, 'edited')
  await open(page, `${CONFIG_MAPS}/default/edited`)
  await shown(page, 'edited')
  await page.keyboard.press('e')
  await toLine(page, 'greeting: hello')
  await page.keyboard.type(' world')
  await expect(page.getByText('unsaved draft')).toBeVisible()
  await page.reload()
  await expect(editorLines(page)).toContainText('greeting: hello world')

  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+s')
  const review = page.getByRole('dialog', { name: 'Review changes' })
  const change = review.getByRole('group', { name: 'Change' })
  await expect(change.locator('.del', { hasText: 'greeting: hello' })).toBeVisible()
  await expect(change.locator('.add', { hasText: 'greeting: hello world' })).toContainText('you')
  await accessible(page)
  expect(await request(page, 'GET', '/api/v1/namespaces/default/configmaps/edited')).toMatchObject({
    data: { greeting: 'hello' },
  })
  await expect(review.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('ConfigMap edited saved')).toBeVisible()
  await expect(page.getByText('unsaved draft')).toBeHidden()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(editorLines(page)).not.toContainText('world')
})

test('a field that the kind does not have is marked while one types', async ({ page }) => {
  await open(page, '/explore')
  await createConfigMap(page, 'marked')
  await open(page, `${CONFIG_MAPS}/default/marked?tab=yaml`)
  await toLine(page, 'greeting: hello')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.insertText('dta: {}')
  await expect(page.locator('.monaco-editor .squiggly-warning').first()).toBeVisible()
})

test('an invalid edit is marked on its line and stays a draft', async ({ page }) => {
  await open(page, '/explore')
  await createConfigMap(page, 'refused')
  await open(page, `${CONFIG_MAPS}/default/refused?tab=yaml`)
  await toLine(page, 'greeting: hello')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.insertText('  not/a/key: x')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.locator('.o-failure')).toContainText('422 Invalid')
  await expect(page.locator('.monaco-editor .squiggly-error').first()).toBeVisible()
  await expect(page.getByText('unsaved draft')).toBeVisible()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(editorLines(page)).toContainText('greeting: hello')
})

test('the text can be wrapped, shown with managedFields and downloaded', async ({ page }) => {
  await open(page, '/explore')
  await createConfigMap(page, 'shown')
  await open(page, `${CONFIG_MAPS}/default/shown?tab=yaml`)
  await expect(editorLines(page)).toContainText('greeting: hello')
  await expect(editorLines(page)).not.toContainText('managedFields')
  await page.getByRole('switch', { name: 'Show managedFields' }).check()
  await expect(editorLines(page)).toContainText('managedFields')
  await expect(page.getByText('With managedFields, the text is read-only.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('configmap-shown.yaml')
  expect(await readFile(await file.path(), 'utf8')).toMatch(/managedFields:[^]*greeting: hello/)
  await page.getByRole('switch', { name: 'Show managedFields' }).uncheck()
  await expect(editorLines(page)).not.toContainText('managedFields')

  await page.getByRole('switch', { name: 'Wrap long lines' }).check()
  await toLine(page, 'greeting: hello')
  await page.keyboard.insertText(` ${'long '.repeat(100)}end`)
  await expect(editorLines(page)).toContainText('end')
  const overflowing = (): Promise<boolean> =>
    page.evaluate(() => {
      const lines = document.querySelector('.monaco-editor .view-lines')
      const view = document.querySelector('.monaco-editor .overflow-guard')
      return (lines?.scrollWidth ?? 0) > (view?.clientWidth ?? 0)
    })
  await expect.poll(overflowing).toBe(false)
  await page.keyboard.press('Alt+z')
  await expect(page.getByRole('switch', { name: 'Wrap long lines' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Discard draft' }).click()
})

test('after somebody else has changed the object, the user keeps their own edit, takes the other or merges both', async ({
  page,
}) => {
  await open(page, '/explore')
  await createConfigMap(page, 'shared', { data: { other: 'first' } })
  await open(page, `${CONFIG_MAPS}/default/shared?tab=yaml`)
  await toLine(page, 'greeting: hello')
  await page.keyboard.type(' from me')
  await expect(page.getByText('unsaved draft')).toBeVisible()
  const path = '/api/v1/namespaces/default/configmaps/shared'
  await mergePatch(page, path, { data: { greeting: 'hello from them', other: 'second' } })
  await expect(page.getByText('changed on the server')).toBeVisible()

  // The server refuses the outdated save, and the page shows the choice.
  await page.getByRole('button', { name: 'Review and save' }).click()
  const choice = page.getByRole('dialog', { name: 'This object changed while you were editing' })
  await expect(choice.getByRole('region', { name: 'Your changes' })).toContainText('hello from me')
  await expect(choice.getByRole('region', { name: 'Their changes' })).toContainText('hello from them')
  const field = choice.getByRole('row', { name: /data\.greeting/ })
  await expect(field).toContainText('hello from me')
  for (const way of ['Use theirs', 'Keep mine', 'Merge'])
    await expect(choice.getByRole('button', { name: way })).toBeVisible()
  await accessible(page)
  await choice.getByRole('button', { name: 'Merge' }).click()
  await expect(editorLines(page)).toContainText('greeting: hello from me')
  await expect(editorLines(page)).toContainText('other: second')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('ConfigMap shared saved')).toBeVisible()
  expect(await request(page, 'GET', path)).toMatchObject({ data: { greeting: 'hello from me', other: 'second' } })
})
