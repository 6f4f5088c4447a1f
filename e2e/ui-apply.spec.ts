import { expect, type Locator, type Page } from '@playwright/test'
import { accessible, open } from './page-controls'
import { test } from './test'

/** The lines of the object, with the names of their owners. */
const line = (page: Page, text: string): Locator => page.getByRole('option').filter({ hasText: text })
const card = (page: Page, manager: string): Locator => page.getByRole('region', { name: manager, exact: true })
const intent = (page: Page, manager: string): Locator => card(page, manager).locator('.view-lines')

/** Presses Tab until an element with this name has the focus, as a user without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const matches = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text))
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const at = document.activeElement
      const input = at instanceof HTMLInputElement && at.labels?.[0]?.textContent
      return (at?.getAttribute('aria-label') ?? (input || at?.textContent) ?? '').trim()
    })
    if (matches(label)) return
  }
  throw new Error(`the tab key does not lead to ${String(name)}`)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

async function openExample(page: Page): Promise<void> {
  await open(page, '/explore')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: 'Apply lab' })).toBeVisible()
  await press(page, 'Load example')
  await expect(line(page, 'replicas: 3')).toContainText('alice')
  await expect(intent(page, 'alice')).toContainText('replicas: 3')
}

test.beforeEach(async ({ page }) => openExample(page))

test('after a conflict, the replicas are handed from a user to the autoscaler by keyboard alone', async ({ page }) => {
  // The controller writes: an update takes ownership without a conflict.
  await page.keyboard.press('u')
  await expect(line(page, 'replicas: 5')).toContainText('autoscaler · scale')
  await expect(line(page, 'replicas: 5')).not.toContainText('alice')

  // The person applies the same manifest again, and gets a conflict that names the owner.
  await page.keyboard.press('1')
  await expect(page.getByRole('textbox', { name: /^Manifest of alice/ })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const conflicts = card(page, 'alice').getByRole('group', { name: 'Conflicts' })
  await expect(conflicts).toContainText('.spec.replicas')
  await expect(conflicts).toContainText('alice wants3current5owned byautoscaler · scale')
  for (const way of ['Force my value', 'Remove from my manifest', 'Use the live value'])
    await expect(conflicts.getByRole('button', { name: way })).toBeVisible()
  await expect(line(page, 'replicas: 5')).toBeVisible()
  await accessible(page)

  // She gives the field up: it disappears from her manifest only, and the value stays.
  await page.keyboard.press('Escape')
  await press(page, 'Remove from my manifest')
  await expect(intent(page, 'alice')).not.toContainText('replicas')
  await expect(intent(page, 'alice')).toContainText('# until the autoscaler is there')
  await expect(page.getByRole('button', { name: 'Apply again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Done: the autoscaler owns spec.replicas')).toBeVisible()
  await expect(line(page, 'replicas: 5')).toContainText('autoscaler · scale')

  // From now on neither conflicts with the other.
  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await expect(line(page, 'replicas: 8')).toContainText('autoscaler · scale')
  await page.keyboard.press('a')
  await expect(card(page, 'alice').getByText('nothing changed')).toBeVisible()
})

test('the replicas change owner through a temporary manager and never fall back to their default', async ({ page }) => {
  const handOver = page.getByRole('region', { name: 'Transfer ownership of spec.replicas' })
  await tabTo(page, 'Wait for the conflict')
  await page.keyboard.press('ArrowRight')
  await expect(handOver).toContainText('applies only this field')

  await press(page, 'Apply as handover')
  await expect(line(page, 'replicas: 3')).toContainText('alice, handover')
  await press(page, 'Remove and apply')
  await expect(line(page, 'replicas: 3')).toContainText('handover')
  await expect(line(page, 'replicas: 3')).not.toContainText('alice')
  await press(page, 'Write as autoscaler')
  await expect(line(page, 'replicas: 5')).toContainText('autoscaler · scale')
  await expect(page.getByText('Done: the autoscaler owns spec.replicas')).toBeVisible()
  // A manager that owns nothing is removed.
  await expect(page.getByRole('list', { name: 'Owners' })).not.toContainText('handover')

  const over = page.getByRole('table', { name: /^Ownership history/ })
  const row = over.getByRole('row', { name: /\.spec\.replicas/ })
  await expect(row).toContainText('alice, handover')
  await expect(row).toContainText('autoscaler · scale')
})

test('a conflict can be forced, shared or tried as a dry run, and its steps can be replayed and exported', async ({
  page,
}) => {
  // A dry run stores nothing, even if it is forced.
  await page.keyboard.press('3')
  await expect(page.getByRole('textbox', { name: /^Manifest of pipeline/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  const pipeline = card(page, 'pipeline')
  await expect(pipeline.getByText('would conflict')).toBeVisible()
  await expect(line(page, 'image: registry.example/storefront:1.4')).toContainText('alice')

  // Applying the live value shares the field.
  await press(page, 'Use the live value')
  await expect(intent(page, 'pipeline')).toContainText('storefront:1.4')
  await expect(page.getByRole('button', { name: 'Apply again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line(page, 'image: registry.example/storefront:1.4')).toContainText('alice, pipeline')

  // Withdrawing the manifest shows what it removes; a shared field stays.
  await page.keyboard.press('w')
  await expect(page.getByRole('group', { name: 'Withdraw pipeline' })).toContainText('No value changes')
  await page.keyboard.press('Enter')
  await expect(line(page, 'image: registry.example/storefront:1.4')).not.toContainText('pipeline')
  await expect(pipeline).toContainText('owns nothing')

  // Forced, the other value wins and has one owner.
  await page.keyboard.press('3')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.type('-next')
  await page.keyboard.press('Escape')
  await page.keyboard.press('f')
  const forced = line(page, 'image: registry.example/storefront:1.4-next')
  await expect(forced).toContainText('pipeline')
  await expect(forced).not.toContainText('alice')

  // Step back in the history, and forward again.
  await page.keyboard.press('[')
  await expect(page.getByText(/is not the latest/)).toBeVisible()
  await expect(line(page, 'image: registry.example/storefront:1.4')).toContainText('alice')
  await expect(page).toHaveURL(/at=/)
  await page.keyboard.press('l')
  await expect(forced).toBeVisible()

  await page.keyboard.press('x')
  const lines = page.getByLabel('Commands', { exact: true })
  await expect(lines).toContainText('orchctl apply --server-side --field-manager=pipeline --dry-run=server')
  await expect(lines).toContainText('--force-conflicts')
  await accessible(page)
  await page.getByText('curl', { exact: true }).click()
  await expect(lines).toContainText('fieldManager=pipeline&force=true')
})

test('text typed in the conflict lab survives a reload', async ({ page }) => {
  await page.keyboard.press('2')
  await expect(page.getByRole('textbox', { name: /^Manifest of bob/ })).toBeFocused()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('# remember this')
  await page.keyboard.press('Enter')
  await expect(card(page, 'bob').getByText('unapplied edits')).toBeVisible()
  await page.reload()
  await expect(intent(page, 'bob')).toContainText('# remember this')
})

test('the editor of an object shows who owns each line, and does not trap the keyboard', async ({ page }) => {
  await page.keyboard.press('u')
  await expect(line(page, 'replicas: 5')).toContainText('autoscaler · scale')
  await press(page, 'Open in Explore')
  const editor = page.locator('.monaco-editor')
  await expect(editor.locator('.view-line', { hasText: 'replicas: 5' })).toContainText('autoscaler · scale')
  await expect(editor.locator('.view-line', { hasText: 'team: network' })).toContainText('bob')
  await expect(editor.locator('.o-own').first()).toBeVisible()
  await page.getByRole('textbox', { name: /as YAML/ }).focus()
  await page.keyboard.press('Control+Home')
  for (let i = 0; i < 13; i++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: 'spec.replicas: owned by autoscaler · scale' })).toBeVisible()
  await accessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: /as YAML/ })).not.toBeFocused()
})
