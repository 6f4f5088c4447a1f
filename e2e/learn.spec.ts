import { expect, type Locator, type Page } from '@playwright/test'
import { accessible, accessibleInBothThemes, pressEnter } from './page-controls'
import { ready } from './site'
import { test } from './test'

/** Opens a lesson from the catalogue with the keyboard alone; resolves with the player. */
async function start(page: Page, title: string): Promise<Locator> {
  await page.goto('./#/learn')
  const search = page.getByRole('searchbox', { name: 'Search the lessons' })
  await search.focus()
  await page.keyboard.type(title)
  const button = page.getByRole('button', { name: `Start: ${title}` })
  await expect(button).toHaveCount(1)
  await pressEnter(button)
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Start the lesson' }))
  const player = page.getByRole('complementary', { name: 'Lesson' })
  await expect(player.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return player
}

/** The same for a page that is opened first. */
async function openLesson(page: Page, title: string): Promise<Locator> {
  await page.goto('.')
  await ready(page)
  return start(page, title)
}

const LESSONS = [
  ['The update that was lost', 3],
  ['Two who want different things', 2],
  ['Where groups come from', 2],
  ['Nobody may, until somebody says so', 3],
  ['Full', 2],
  ['Refused for a word you never wrote', 4],
  ['Dangerous pods stay outside', 2],
  ['The one that goes first', 2],
  ['Who was it?', 3],
  ['Delete a pod, get a pod', 1],
] as const

for (const [title, steps] of LESSONS)
  test(`the lesson "${title}" can be shown step by step to its end`, async ({ page }) => {
    const player = await openLesson(page, title)
    for (let step = 0; step < steps; step++) {
      await expect(player.locator('[aria-current="step"]')).toHaveCount(1)
      await expect(player.locator('.o-player-steps .done')).toHaveCount(step)
      // A step can be done before the last of its requests is answered, and the button waits for that.
      await pressEnter(player.getByRole('button', { name: 'Show me' }))
      await expect(player.locator('.o-player-steps li').nth(step)).toHaveClass('done')
    }
    await expect(player.getByRole('heading', { name: 'Done' })).toBeVisible()
  })

test('a lesson checks what the learner does, survives a reload and does not change other planes', async ({ page }) => {
  await page.goto('.')
  await ready(page)
  const put = (path: string, method: string, body?: unknown, type = 'application/json') =>
    page.evaluate(
      async ([where, how, what, kind]) =>
        (
          await fetch(where, {
            method: how,
            headers: { 'content-type': kind },
            ...(what !== undefined && { body: JSON.stringify(what) }),
          })
        ).status,
      [path, method, body, type] as const,
    )
  const maps = '/api/v1/namespaces/default/configmaps'
  expect(await put(maps, 'POST', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } })).toBe(201)
  await start(page, 'Two who want different things')
  const player = page.getByRole('complementary', { name: 'Lesson' })
  // The lesson covers no part of the lab beside it.
  const left = (await player.boundingBox())?.x ?? 0
  const lastCard = await page.locator('.o-lab-writer').boundingBox()
  expect((lastCard?.x ?? Infinity) + (lastCard?.width ?? 0)).toBeLessThanOrEqual(left)
  const intent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'release' }, data: { image: 'shop:2' } }
  const apply = (query: string) =>
    put(`${maps}/release?fieldManager=pipeline${query}`, 'PATCH', intent, 'application/apply-patch+yaml')
  expect(await apply('&force=true')).toBe(200)
  await expect(player.getByRole('alert')).toContainText('with force')
  await player.getByRole('button', { name: 'Start over' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('dialog').getByRole('button', { name: 'Start the lesson' }).click()
  await loaded
  await expect(player.getByRole('heading', { name: 'Two who want different things' })).toBeVisible()
  await expect(player.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ready(page)
  expect(await apply('')).toBe(409)
  await expect(player.locator('.o-player-steps li').first()).toHaveClass('done')
  await page.reload()
  await expect(player.locator('.o-player-steps li').first()).toHaveClass('done')
  await player.getByRole('button', { name: 'Back to Main' }).click()
  await expect(page.getByRole('button', { name: 'Start over: Two who want different things' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await ready(page)
  expect(await put(`${maps}/mine`, 'GET')).toBe(200)
  expect(await put(`${maps}/release`, 'GET')).toBe(404)
})

test('a lesson can be used by keyboard alone, and the focus is never lost', async ({ page }) => {
  const player = await openLesson(page, 'The update that was lost')
  await expect(player).toBeFocused()
  await page.reload()
  await ready(page)
  await expect(player.getByRole('heading', { name: 'The update that was lost' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the lesson' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(player).toBeFocused()
  await pressEnter(player.getByRole('button', { name: 'Collapse the lesson' }))
  await expect(page.getByRole('button', { name: 'The update that was lost', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(player).toBeFocused()
  await pressEnter(player.getByRole('button', { name: 'Start over' }))
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Start the lesson' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(player.getByRole('button', { name: 'Start over' })).toBeFocused()
  await page.keyboard.press('L')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('L')
  await expect(player).toBeFocused()
  const hint = player.getByRole('button', { name: 'Give me a hint' })
  // A reopened lesson checks its steps first.
  await expect(hint).toBeVisible()
  while (await hint.isVisible()) await pressEnter(hint)
  await expect(player.getByRole('status', { name: 'Hints' })).toBeFocused()
})

test('the catalogue and the lesson are accessible', async ({ page }) => {
  await page.goto('./#/learn')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Server-side apply' })).toBeVisible()
  await accessibleInBothThemes(page)
  // The lessons that this one builds on are one click away.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'The watch that fell behind' })
    .getByRole('link', { name: 'A list in pages' })
    .click()
  await expect(page.getByRole('button', { name: /^Start: / })).toHaveCount(1)
  await start(page, 'Nobody may, until somebody says so')
  await page.getByRole('button', { name: 'Give me a hint' }).click()
  await accessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 780 })
  await accessible(page)
})

for (const [title, steps] of [
  ['The update that was lost', 3],
  ['Full', 2],
  ['Nobody may, until somebody says so', 3],
] as const)
  test(`the lesson "${title}" announces its steps to screen readers`, async ({ page }) => {
    const player = await openLesson(page, title)
    await expect(player).toMatchAriaSnapshot(`
      - heading "${title}" [level=2]
      - list "Steps":
        - listitem
      - status: /^Step 1 of ${steps}/
      - heading [level=3]
      - status "Hints"
    `)
    await pressEnter(player.getByRole('button', { name: 'Show me' }))
    await expect(player).toMatchAriaSnapshot(`
      - list "Steps":
        - listitem: /done$/
      - status: /^Step 1 is done. Step 2 of ${steps}/
      - heading [level=3]
    `)
  })

test('a shown solution can be stopped, and leaves the focus and the identity unchanged', async ({ page }) => {
  await page.clock.install()
  const player = await openLesson(page, 'Ask before you try')
  const pointer = page.locator('.o-pointer')
  const said = player.getByRole('status', { name: 'What is shown' })
  await expect(pointer).toHaveCount(0)
  // Each move is visible only briefly: advance the page's clock in small steps until it is visible, then stop the
  // clock.
  const shown = async (text: RegExp) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(50)
          return said.textContent()
        },
        { intervals: [50] },
      )
      .toMatch(text)

  await page.clock.pauseAt(Date.now() + 5_000)
  await pressEnter(player.getByRole('button', { name: 'Show me' }))
  const stop = player.getByRole('button', { name: 'Stop' })
  await expect(stop).toBeFocused()
  await shown(/^Act as nina\.$/)
  await expect(pointer).toHaveAttribute('aria-hidden', 'true')
  await shown(/^In the console: POST \/apis\/authorization/)
  const frame = await page.locator('.o-pointer-frame').boundingBox()
  const path = await page.getByLabel('Path and query').boundingBox()
  expect(frame?.y).toBeCloseTo(path?.y ?? 0, 0)
  expect(frame?.width).toBeCloseTo(path?.width ?? 0, 0)
  await page.keyboard.press('Escape')
  await page.clock.resume()
  await expect(said).toHaveText('Stopped.')
  await expect(pointer).toHaveCount(0)
  await expect(player.locator('.o-player-steps .done')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Acting as admin. Change identity' })).toBeVisible()

  const show = player.getByRole('button', { name: 'Show me' })
  await expect(show).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(player.locator('.o-player-steps li').first()).toHaveClass('done')
  await expect(said).toHaveText('That was the solution.')
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('201 Created')
  await expect(show).toBeFocused()
  await expect(page.getByRole('button', { name: 'Acting as admin. Change identity' })).toBeVisible()
})

test('a shown solution ends on the page that shows its result', async ({ page }) => {
  const player = await openLesson(page, 'One object, by its name')
  const result = page.getByRole('main').getByRole('region', { name: 'Result' })
  await expect(result).toContainText('allowed')
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const said = document.querySelector('[aria-label="What is shown"]')?.textContent ?? ''
      const top = document.querySelector('.o-pointer-frame')?.getBoundingClientRect().top
      const there = document.querySelector('#content [aria-label="Result"]')?.getBoundingClientRect().top
      if (top !== undefined && there !== undefined && Math.abs(top - there) < 1) seen.push(said)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await pressEnter(player.getByRole('button', { name: 'Show me' }))
  await expect(player.getByRole('status', { name: 'What is shown' })).toHaveText('That was the solution.')
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toContain('See the result now.')
  expect(page.url()).toContain('/access/why?')
  await expect(result).toContainText('refused')
})

test('the focus moves on when the focused element disappears', async ({ page }) => {
  const player = await openLesson(page, 'Delete a pod, get a pod')
  await pressEnter(player.getByRole('button', { name: 'Give me a hint' }))
  await expect(player.getByRole('status', { name: 'Hints' })).toBeFocused()
  await pressEnter(player.getByRole('button', { name: 'Show me' }))
  await expect(player.getByRole('heading', { name: 'Done' })).toBeFocused()
})

test('values that a step needs from an earlier step are read again after a reload', async ({ page }) => {
  const player = await openLesson(page, 'A name for a program')
  for (let step = 0; step < 3; step++) {
    await pressEnter(player.getByRole('button', { name: 'Show me' }))
    await expect(player.locator('.o-player-steps li').nth(step)).toHaveClass('done')
    await expect(player.getByRole('status', { name: 'What is shown' })).toHaveText('That was the solution.')
    if (step < 2) await page.reload()
  }
  await expect(player.locator('.o-player-show code')).toHaveCount(2)
})

test('a step notices that a watch has ended even if no request follows', async ({ page }) => {
  await page.goto('.')
  await ready(page)
  await start(page, 'The guest who has not left')
  const player = page.getByRole('complementary', { name: 'Lesson' })
  const first = player.locator('.o-player-steps li').first()
  const path = encodeURIComponent('/api/v1/namespaces/cellar/configmaps?watch=true')
  await page.evaluate((hash) => (location.hash = hash), `/console?method=GET&path=${path}`)
  await expect(page.getByLabel('Path and query')).toHaveValue(/cellar/)
  await player.getByRole('button', { name: 'tom', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Acting as tom. Change identity' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(player.getByRole('status', { name: 'Hints' })).toContainText('You are still listening')
  await expect(first).toHaveClass('current')
  await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(first).toHaveClass('done')
})
