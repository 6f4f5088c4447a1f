import { expect, type Page } from '@playwright/test'
import { accessible } from './page-controls'
import { ready } from './site'
import { countSteps } from './steps'
import { test } from './test'

async function front(page: Page): Promise<void> {
  await page.goto('./')
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: 'An API server that runs in this tab' })).toBeVisible()
}
const picture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.E2E_PICTURES) return
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.E2E_PICTURES}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
}

for (const colorScheme of ['dark', 'light'] as const)
  test(`the front page says what this is, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await front(page)
    await expect(page.getByText('Nothing leaves your browser; no container runs.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'What happens to a request' })).toContainText('Authorization')
    await expect(page.getByRole('button', { name: 'Open a refused request' })).toBeEnabled()
    await accessible(page)
    await picture(page, `front-${colorScheme}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await accessible(page)
  })

test('the first card of the front page opens a refused request with its reason', async ({ page }) => {
  await front(page)
  await page.getByRole('button', { name: 'Open a refused request' }).click()
  const answer = page.getByRole('region', { name: 'Result' })
  await expect(answer).toContainText('User "alice" cannot list resource "secrets"')
  await expect(answer.getByText('refused')).toBeVisible()
  await picture(page, 'door-rbac')
})

test('the second card of the front page opens a policy that refuses an image', async ({ page }) => {
  await front(page)
  await page.getByRole('button', { name: 'Open a refused pod' }).click()
  await expect(page.getByText('images without a fixed tag').first()).toBeVisible()
  await picture(page, 'door-admission')
})

test('the third card of the front page opens a conflict, which is forced and undone within four clicks', async ({
  page,
}) => {
  const steps = await countSteps(page)
  const image = () =>
    page.evaluate(async () => {
      const response = await fetch('/apis/apps/v1/namespaces/apply-lab/deployments/storefront')
      const found = (await response.json()) as { spec: { template: { spec: { containers: { image: string }[] } } } }
      return found.spec.template.spec.containers[0]?.image
    })
  await front(page)
  await page.getByRole('button', { name: 'Open a conflict' }).click()
  const pipeline = page.getByRole('region', { name: 'pipeline', exact: true })
  const conflicts = pipeline.getByRole('group', { name: 'Conflicts' })
  await expect(conflicts).toBeVisible()
  // Opening it has changed nothing.
  expect(await image()).toMatch(/:1\.4$/)
  await picture(page, 'door-apply')

  await conflicts.getByRole('button', { name: 'Force my value' }).click()
  // The write was answered, so it is the last change that can be undone.
  await expect(conflicts).toBeHidden()
  expect(await image()).not.toMatch(/:1\.4$/)
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(image).toMatch(/:1\.4$/)
  expect(await steps()).toBeGreaterThan(0)
  expect(await steps()).toBeLessThanOrEqual(4)
})

test('one click on the front page starts the first lesson, another one continues it', async ({ page }) => {
  for (const done of [0, 1]) {
    await front(page)
    await page.getByRole('button', { name: 'Start the lesson' }).click()
    const player = page.getByRole('complementary', { name: 'Lesson' })
    await expect(player.getByRole('heading', { name: 'The update that was lost' })).toBeVisible()
    await expect(player.locator('[aria-current="step"]')).toHaveCount(1)
    await expect(player.locator('.o-player-steps .done')).toHaveCount(done)
    await picture(page, `door-lesson-${done}`)
    if (done === 1) break
    await player.getByRole('button', { name: 'Show me' }).click()
    await expect(player.locator('.o-player-steps .done')).toHaveCount(1)
  }
  await front(page)
  await page.getByRole('button', { name: 'All lessons' }).click()
  await expect(page.getByRole('button', { name: 'Start over: The update that was lost' })).toBeVisible()
})

test('the tour can be followed by keyboard and repeated, and the last page is remembered', async ({ page }) => {
  await front(page)
  await page.getByRole('button', { name: /^Take the tour/ }).click()
  const dialog = page.getByRole('dialog')
  for (const title of ['Areas', 'Who you are', 'Request log', 'Search and commands', 'The clock']) {
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await accessible(page)
    await picture(page, `tour-${title.replaceAll(' ', '-')}`)
    await page.keyboard.press('ArrowRight')
  }
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Take the tour/ }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.goto('./#/access/why')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await front(page)
  await page.getByRole('link', { name: 'Continue where you left off: Access: why' }).click()
  await expect(page).toHaveURL(/#\/access\/why/)
})

test('system namespaces are hidden at first', async ({ page }) => {
  await page.goto('./#/explore')
  await ready(page)
  const written = page.locator('section', { has: page.locator('#written') })
  await expect(written).toBeVisible()
  await expect(written).not.toContainText('system:serviceaccount')
})

test('from an empty webhook, four clicks on one page lead to a refused request in the chain', async ({ page }) => {
  const steps = await countSteps(page)
  await page.goto('./#/admission/webhooks')
  await ready(page)
  await page.getByRole('main').getByRole('button', { name: 'New webhook' }).first().click()
  const result = page.getByRole('group', { name: 'Result' })
  await expect(result.getByText('allowed', { exact: true })).toBeVisible()
  const code = page.getByRole('textbox', { name: /^Code of/ })
  await code.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('export default function (review) { return { allowed: = } }')
  await expect(page.getByText('does not compile')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(
    "export default () => ({ allowed: false, status: { code: 403, message: 'not on my watch' } })",
  )
  await expect(result).toContainText('not on my watch')
  await accessible(page)
  await picture(page, 'workbench')
  await page.getByRole('button', { name: 'Publish, register and send' }).click()
  await expect(page.getByRole('status', { name: 'Answer of the server' })).toContainText('denied the request')
  expect(await steps()).toBeGreaterThan(0)
  expect(await steps()).toBeLessThanOrEqual(4)
  await expect(page).toHaveURL(/#\/admission\/webhooks/)
})
