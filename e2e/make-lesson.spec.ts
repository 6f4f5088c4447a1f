import { expect, type Page } from '@playwright/test'
import { accessible, open, pressEnter, recordCopies } from './page-controls'
import { ready } from './site'
import { test } from './test'

const bar = (page: Page) => page.getByRole('region', { name: 'Lesson recorder' })

/** Presses a button of the bar with the keyboard. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await pressEnter(bar(page).getByRole('button', { name }))
}

/** Creates a ConfigMap on the console, as a person does. */
async function createMap(page: Page, name: string, color: string): Promise<void> {
  const query = new URLSearchParams({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    // In an address, a text that looks like JSON is quoted.
    body: JSON.stringify(JSON.stringify({ metadata: { name }, data: { color } })),
  })
  await page.evaluate((hash) => (location.hash = hash), `/console?${query.toString()}`)
  await expect(page.getByRole('heading', { name: 'Console', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(bar(page).getByRole('status')).toContainText('1 request.')
}

test('a new lesson can be written, proven, and opened from its link', async ({ page }) => {
  const copied = await recordCopies(page)
  await open(page, '/learn/make')
  await page.getByLabel('Title').fill('A green apple')
  await accessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Plane A green apple. Switch planes' })).toBeVisible()
  await ready(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await press(page, 'Record step 1')
  await expect(bar(page)).toContainText('Recording step 1')
  await createMap(page, 'apple', 'green')
  await press(page, 'Finish the step')
  await expect(page.getByRole('checkbox', { name: 'v1/default/configmaps/apple: data.color is "green"' })).toBeChecked()
  await page.getByLabel('Summary').fill('A ConfigMap that is an apple.')
  await page.getByLabel('Title of the step').fill('Grow it')
  await page.getByLabel('Text', { exact: true }).fill('Make a ConfigMap `apple` that is **green**.')
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('green')
  await page.getByRole('button', { name: 'Add a hint' }).click()
  await page.getByRole('textbox', { name: 'Hint 1' }).fill('Use the console.')

  await page.getByRole('button', { name: 'Record a wrong turn' }).click()
  await expect(bar(page)).toContainText('Recording a wrong turn of step 1')
  await createMap(page, 'pear', 'green')
  await press(page, 'Finish the wrong turn')
  await page.getByRole('textbox', { name: 'Text after wrong turn 1' }).fill('That is a pear.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Text after wrong turn 1' })).toHaveValue('That is a pear.')
  await page.getByRole('button', { name: 'Run the test' }).click()
  await expect(page.getByText('The lesson works.')).toBeVisible()
  await accessible(page)
  await page.setViewportSize({ width: 390, height: 780 })
  await accessible(page)
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect.poll(copied).toContain('/open?s=')

  await page.setViewportSize({ width: 1440, height: 900 })
  const link = await copied()
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Open in a new plane' }).click()
  const player = page.getByRole('complementary', { name: 'Lesson' })
  await expect(player.getByRole('heading', { name: 'Grow it' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Console', level: 1 })).toBeVisible()
  await pressEnter(player.getByRole('button', { name: 'Show me' }))
  await expect(player.getByRole('heading', { name: 'Done' })).toBeVisible()
})
