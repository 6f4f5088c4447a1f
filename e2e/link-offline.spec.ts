import { expect, type Page } from '@playwright/test'
import { packScenario } from '../src/scenarios/link-text'
import { TWENTY_OBJECTS } from '../src/testing/twenty-objects'
import { open, request } from './page-controls'
import { ownSite, ready } from './site'
import { test } from './test'

const MAPS = '/api/v1/namespaces/shop/configmaps'

const namesOf = async (list: Promise<Record<string, unknown>>) =>
  ((await list).items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)

/** Opens the link's content: page and verdict must be the same now and after the step. */
async function openAndSolve(page: Page) {
  await page.getByRole('button', { name: 'Open in a new plane' }).click()
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await expect(lesson.getByRole('heading', { name: 'Take a setting away' })).toBeVisible()
  await expect(lesson.locator('li[aria-current=step]')).toHaveText('Take a setting away')
  await expect(page).toHaveURL(/\?plane=link[\w-]*#\/explore\/core\/v1\/configmaps\?ns=shop$/)
  await expect(page.getByRole('link', { name: 'settings-5' })).toBeVisible()
  await ready(page)
  await request(page, 'DELETE', `${MAPS}/settings-0`)
  await expect(lesson).toContainText('You have completed the lesson')
}

test.use({ savesData: false })

test('a link with twenty objects shows the same page and verdict online and offline', async ({ page }) => {
  const site = await ownSite()
  let running = true
  try {
    const packed = await packScenario(TWENTY_OBJECTS)
    expect(TWENTY_OBJECTS.objects).toHaveLength(20)
    const link = new URL(`#/open?s=${packed}`, site.url).href
    expect(link.length).toBeLessThanOrEqual(8 * 1024)
    await page.goto(link)
    await openAndSolve(page)

    await page.goto('about:blank')
    await page.goto(site.url)
    await expect(page.getByText('Ready offline')).toBeVisible()
    await site.stop()
    running = false
    await page.goto('about:blank')
    await page.goto(link)
    await openAndSolve(page)
  } finally {
    if (running) await site.stop()
  }
})

test('a link that is looked at but not opened stores nothing', async ({ page }) => {
  await open(page, '/explore')
  const before = await leftBehind(page)
  await page.goto('about:blank')
  await page.goto(`./#/open?s=${await packScenario(TWENTY_OBJECTS)}`)
  await expect(page.getByRole('region', { name: 'Twenty objects' })).toContainText('ConfigMap shop/settings-5')
  await ready(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Explore' }).click()
  await expect(page.getByRole('button', { name: 'Plane Main. Switch planes' })).toBeVisible()
  await expect(page).toHaveURL(/\/#\/explore$/)
  await ready(page)
  await expect.poll(() => leftBehind(page), { timeout: 20_000 }).toEqual(before)
  expect(await namesOf(request(page, 'GET', '/api/v1/namespaces'))).not.toContain('shop')
})

test('objects created before a link is opened are kept', async ({ page }) => {
  await page.goto(`./#/open?s=${await packScenario(TWENTY_OBJECTS)}`)
  await ready(page)
  await page.keyboard.press('Control+Backquote')
  await expect(page.locator('.o-term-pane textarea').first()).toBeFocused()
  await page.keyboard.type('orchctl create configmap mine')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.xterm-rows').textContent()).toContain('mine created')
  const made = new URL('#/explore', page.url()).href
  await page.getByRole('button', { name: 'Open in a new plane' }).click()
  await expect(page.getByRole('button', { name: 'Plane Twenty objects. Switch planes' })).toBeVisible()
  await page.goto(made)
  await ready(page)
  expect(await namesOf(request(page, 'GET', '/api/v1/namespaces/default/configmaps'))).toContain('mine')
})

/** Everything that could store a plane: databases and the list of planes. An empty list counts as none. */
const leftBehind = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
    planes: Object.entries(localStorage).filter(
      ([key, value]) => /plane|arrival|own-lesson/.test(key) && value !== '[]',
    ),
  }))
