import { type Locator, type Page, expect } from '@playwright/test'
import { accessible, open, recordCopies, request } from './page-controls'
import { test } from './test'

const palette = (page: Page) => page.getByRole('combobox', { name: /^Search kinds/ })
const drawer = (page: Page) => page.getByRole('region', { name: 'Request log', exact: true })

test.describe('the keyboard', () => {
  test('reaches areas by two keys and everything by the palette, and ? lists the shortcuts', async ({ page }) => {
    await open(page, '/explore')
    for (const [key, title] of [
      ['a', 'Apply'],
      ['p', 'Access'],
      ['m', 'Admission'],
      ['i', 'Identity'],
      ['w', 'Watch'],
      ['r', 'Releases'],
      ['d', 'Reference'],
      ['c', 'Console'],
      ['n', 'Connect'],
      ['s', 'Settings'],
      ['e', 'Explore'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await expect(
        page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: title }),
      ).toHaveAttribute('aria-current', 'page')
    }
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const section of ['This page', 'Everywhere', 'Go to', 'Identity'])
      await expect(keys.getByRole('region', { name: section })).toBeVisible()
    await accessible(page, 'the list of keys')
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()

    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('deploy')
    await expect(page.getByRole('option').first()).toContainText('Deployment')
    await accessible(page, 'the palette')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Deployments', level: 1 })).toBeVisible()
    // Short names find kinds, names find objects, arrows choose.
    await page.keyboard.press(':')
    await palette(page).fill('orch-node-lease')
    await expect(page.getByRole('option', { name: /orch-node-lease/ }).first()).toBeVisible()
    await palette(page).fill('cm')
    await expect(page.getByRole('option', { name: /^ConfigMap/ })).toBeVisible()
    await palette(page).fill('role')
    await expect(page.getByRole('option', { name: /^RoleBinding/ })).toBeVisible()
    const first = page.getByRole('option').first()
    await page.keyboard.press('ArrowDown')
    await expect(first).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('ArrowUp')
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Deployments', level: 1 })).toBeVisible()
  })

  test('types into the palette from the moment it is requested', async ({ page }) => {
    await open(page, '/')
    for (const words of ['deny', 'presenter', 'webhook']) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type(words)
      await expect(palette(page)).toHaveValue(words)
      await expect(page.getByRole('option').first()).toContainText(/Can this user do it|Presenter mode|webhook/)
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
    }
    await expect(page.getByRole('heading', { level: 1, name: 'An API server that runs in this tab' })).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: /^Request log/ })).toHaveAttribute('aria-expanded', 'false')
  })

  test('always has a visible focus, and the first tab stop skips the navigation', async ({ page }) => {
    await open(page, '/explore')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => {
        const at = document.activeElement
        if (!(at instanceof HTMLElement) || at === document.body) return 'left'
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(at)
        const { width, height } = at.getBoundingClientRect()
        const marked = (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
        return marked || (at.tagName === 'INPUT' && borderColor !== '') ? `${width > 0 && height > 0}` : at.outerHTML
      })
      expect(['true', 'left']).toContain(seen)
    }
  })

  test('shortcuts do nothing while the user types in a field', async ({ page }) => {
    await open(page, '/console')
    await page.keyboard.press('/')
    const path = page.getByRole('textbox', { name: 'Path and query' })
    await expect(path).toBeFocused()
    await path.fill('')
    await page.keyboard.type('/g?e:t')
    await expect(path).toHaveValue('/g?e:t')
    await expect(page.getByRole('heading', { name: 'Console', level: 1 })).toBeVisible()
  })
})

test('the top bar and long buttons fit on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [place, name] of [
    ['/explore', /^Switch to the (light|dark) theme$/],
    ['/identity', 'Create a proxy CA and certificate, and restart'],
  ] as const) {
    await open(page, place)
    const button = page.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThanOrEqual(320)
  }
})

test('presenter mode enlarges texts and uses the layout of a smaller window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page, '/explore/core/v1/namespaces')
  const brand = page.getByRole('banner').getByText('orchard', { exact: true })
  await expect(brand).toBeVisible()
  const row = page.getByRole('row', { name: /default/ })
  const height = async (): Promise<number> => (await row.boundingBox())?.height ?? 0
  const before = await height()
  expect(before).toBeGreaterThan(0)
  await page.keyboard.press('P')
  await expect(brand).toBeHidden()
  await expect.poll(height).toBeCloseTo(before * 1.25, 0)
  // Style sheets of pages opened later follow the theme, and a reload keeps it.
  await page.reload()
  await expect(page.getByRole('row', { name: /default/ })).toBeVisible()
  await expect(brand).toBeHidden()
  // The list of kinds is collapsed to make room. The audience sees which keys are pressed, but no typed text.
  await expect(page.getByRole('complementary', { name: 'Kinds' })).toBeHidden()
  await page.getByRole('button', { name: 'Kinds' }).click()
  await expect(page.getByRole('complementary', { name: 'Kinds' })).toBeVisible()
  const pressed = page.locator('.o-pressed')
  await page.keyboard.press('/')
  await expect(pressed).toContainText('/')
  await page.keyboard.type('secret')
  await expect(pressed).toBeHidden()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await expect(pressed).toContainText('Esc')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(pressed).toHaveText(/g\s*s\s*Settings/)
  await accessible(page, 'presenter mode')
  await page.keyboard.press('P')
  await expect(brand).toBeVisible()
  await page.goBack()
  await expect.poll(height).toBeCloseTo(before, 0)
})

test('the theme follows the system until the user chooses one, which is remembered', async ({ page }) => {
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/explore')
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  await page.reload()
  await expect.poll(scheme).toBe('light')
  // The colours are set before the page accepts keys.
  await expect(page.getByRole('button', { name: 'Acting as admin. Change identity' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).fill('dark theme')
  await page.keyboard.press('Enter')
  await expect.poll(scheme).toBe('dark')
})

test('two keys switch the identity, and the address contains it', async ({ page }) => {
  // Authorization is off here: roles would refuse alice.
  await page.goto('./?flags=--authorization-mode%3DAlwaysAllow#/explore/core/v1/configmaps')
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await page.keyboard.press('i')
  await page.keyboard.press('u')
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('alice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Acting as alice/ })).toBeVisible()
  await expect(page).toHaveURL(/as=/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Acting as alice/ })).toBeVisible()
  // Alice's list loads and stays live: it is read once and then watched.
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Request log' }).getByRole('button', { name: /^Request log/ }),
  ).toHaveText(/Request log [1-9]$/)
  await page.keyboard.press('i')
  await page.keyboard.press('n')
  await expect(page.locator('.o-failure')).toContainText('401 Unauthorized')
  await page.keyboard.press('i')
  await page.keyboard.press('a')
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/as=/)
})

test('the strip shows the stages of a request and what each changed', async ({ page }) => {
  await open(page, '/console')
  await page.getByRole('button', { name: 'Example POST' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('201 Created')
  // Found by its own button, because the last request may be one that the page sends for itself.
  await page.getByRole('region', { name: 'Response' }).getByRole('button', { name: 'Trace' }).click()
  const stages = drawer(page).getByRole('list', { name: 'Stages' }).getByRole('listitem')
  for (const stage of ['request info', 'authentication', 'audit', 'authorization', 'decoding', 'store', 'watchers'])
    await expect(stages.filter({ hasText: stage }).first()).toBeVisible()
  await stages.getByRole('button', { name: 'Show change' }).last().click()
  await expect(
    drawer(page)
      .getByRole('group', { name: /^Change by/ })
      .last(),
  ).toContainText('greeting')
  await accessible(page, 'the strip')
  // All requests are listed, including those of controllers; arrow keys move through the list.
  await drawer(page).getByText('All', { exact: true }).click()
  await request(page, 'POST', '/api/v1/namespaces', { metadata: { name: 'looked-after' } })
  const list = drawer(page).getByRole('region', { name: 'Logged requests' })
  await expect(list).toContainText('system:serviceaccount:')
  // Wait for the controllers' start, so that their requests do not push the selected row out of view.
  await drawer(page).getByRole('button', { name: 'Pause the request log' }).click()
  // The first row may already be selected, and a click would deselect it.
  await list.getByRole('button', { pressed: false }).first().click()
  await list.focus()
  await expect(list.locator('[aria-pressed="true"]')).toHaveCount(1)
  // User and time stay visible beside the trace.
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    for (const column of ['Verb', 'Path', 'User', 'Status', 'Time'])
      await expect(list.getByText(column, { exact: true })).toBeVisible()
  }
  const before = await list.locator('[aria-pressed="true"]').innerText()
  await page.keyboard.press('ArrowDown')
  await expect(list.locator('[aria-pressed="true"]')).not.toHaveText(before)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('r')
  await expect(list).toBeHidden()
})

test.describe('the console', () => {
  test('streams a watch until it is stopped, copies requests as curl, and keeps its history without secrets', async ({
    page,
  }) => {
    const copied = await recordCopies(page)
    await open(page, '/console')
    await page.getByRole('button', { name: 'Example watch' }).click()
    const answer = page.getByRole('region', { name: 'Response' })
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(answer).toContainText('streaming')
    await request(page, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'streamed' } })
    await expect(answer.getByText('streamed').first()).toBeVisible()
    await accessible(page, 'a stream in the console')
    await answer.getByRole('button', { name: 'Stop' }).click()
    await expect(answer.getByText('streaming', { exact: true })).toBeHidden()

    const secret = 'c2VjcmV0LXRva2Vu'
    await page.getByRole('textbox', { name: 'Path and query' }).fill('/api/v1/namespaces/default')
    await page
      .getByRole('textbox', { name: 'Headers' })
      .fill(`Accept: application/yaml\nAuthorization: Bearer ${secret}`)
    await page.getByRole('button', { name: 'Copy as curl', exact: true }).click()
    await expect.poll(copied).toMatch(/^curl .*\/api\/v1\/namespaces\/default/)
    await expect.poll(copied).toContain('application/yaml')
    expect(await copied()).not.toContain(secret)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(answer).toContainText('401')
    await page.getByRole('textbox', { name: 'Headers' }).fill('Accept: application/yaml')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(answer.getByLabel('Response body')).toContainText('kind: Namespace')
    await answer.getByRole('switch', { name: 'Compare' }).check()
    await expect(answer.getByRole('region', { name: 'Status compared' })).toContainText('401 Unauthorized')
    await expect(answer.getByRole('group', { name: 'Changes of body' })).toContainText('kind: Namespace')

    await open(page, '/console')
    await page.reload()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('button', { name: /watch=true/ })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(secret)
    await history.getByRole('button', { name: /\/api\/v1\/namespaces\/default 200/ }).click()
    await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue('Accept: application/yaml')
    await history.getByRole('button', { name: 'Clear history' }).click()
    await expect(history).toContainText('Requests you send are saved in this browser')
  })

  test('explains an answer that refuses a request', async ({ page }) => {
    await open(page, '/console?method=GET&path=/api/v1/namespaces/default/configmaps/none')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('region', { name: 'Response' })
    await expect(answer).toContainText('404 Not Found')
    await expect(answer.getByLabel('Response body')).toContainText('"reason": "NotFound"')
    await answer.getByRole('button', { name: 'Trace' }).click()
    await expect(drawer(page).getByRole('list', { name: 'Stages' })).toContainText('request info')
  })
})

test('the clock can be paused, advanced and resumed from the top bar', async ({ page }) => {
  await open(page, '/explore')
  const chip = page.getByRole('button', { name: /^Clock/ })
  const time = async () => Date.parse(`2000-01-01T${/\d\d:\d\d:\d\d/.exec(await chip.innerText())?.[0] ?? ''}Z`)
  await chip.click()
  await page.getByRole('menuitem', { name: 'Pause clock' }).click()
  await expect(chip).toContainText('paused')
  const held = await time()
  // Wait more than a second of real time: a running clock would show another time.
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((before) => performance.now() > before + 1500, since)
  expect(await time()).toBe(held)
  await chip.click()
  await page.getByRole('menuitem', { name: 'Advance 1 hour' }).click()
  await expect.poll(async () => ((await time()) - held + 86_400_000) % 86_400_000).toBe(3_600_000)
  // A new object is created at the paused time.
  const made = (await request(page, 'POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { generateName: 'held-' },
  })) as { metadata: { creationTimestamp: string } }
  expect(made.metadata.creationTimestamp.slice(11, 19)).toBe(/\d\d:\d\d:\d\d/.exec(await chip.innerText())?.[0])
  await chip.click()
  await page.getByRole('menuitem', { name: 'Resume clock' }).click()
  await expect(chip).not.toContainText('paused')
  await expect(chip).toContainText(/\+(59m|1h)/)
  const running = await time()
  await expect.poll(time).toBeGreaterThan(running)
})

test('Escape closes a notice and a dialog without leaving the page', async ({ page }) => {
  await open(page, '/explore/core/v1/namespaces/-/default')
  await expect(page.getByRole('region', { name: 'Facts' })).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/namespaces\/-\/default$/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/explore\/core\/v1\/namespaces$/)
})

test('notices have a row of their own and cover no part of the page', async ({ page }) => {
  await open(page, '/create?template=configmap')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const notice = page.locator('.mantine-Notification-root').first()
  await expect(notice).toBeVisible()
  const box = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    // Its position is animated.
    await expect
      .poll(async () => {
        const [content, own, log] = [
          await box(page.locator('#content')),
          await box(notice),
          await box(page.getByRole('region', { name: 'Request log' })),
        ]
        return {
          below: own.y >= content.y + content.height,
          above: own.y + own.height <= log.y,
          inside: own.x >= 0 && own.x + own.width <= width,
        }
      })
      .toEqual({ below: true, above: true, inside: true })
  }
})
