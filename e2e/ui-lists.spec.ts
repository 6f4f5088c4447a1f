import { expect } from '@playwright/test'
import { createConfigMap, open, recordCopies, request, shown } from './page-controls'
import { test } from './test'

const CONFIG_MAPS = '/explore/core/v1/configmaps'

test('a list is filtered, sorted, walked and selected by keyboard, and its address keeps the state', async ({
  page,
}) => {
  const copied = await recordCopies(page)
  await open(page, '/explore')
  for (const [name, tier] of [
    ['apple', 'fruit'],
    ['beet', 'root'],
    ['cherry', 'fruit'],
  ] as const)
    await createConfigMap(page, name, { metadata: { labels: { tier } } })
  await open(page, `${CONFIG_MAPS}?ns=default`)
  const names = page.getByRole('grid').getByRole('row').locator('.name')
  await expect(names.filter({ hasText: /apple|beet|cherry/ })).toHaveCount(3)

  await page.keyboard.press('/')
  await page.keyboard.type('tier=fruit')
  await page.keyboard.press('Enter')
  await expect(names).toHaveText(['apple', 'cherry'])
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(names).toHaveText(['cherry', 'apple'])
  await page.reload()
  await expect(names).toHaveText(['cherry', 'apple'])
  await expect(page).toHaveURL(/sort=-Name/)

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('c')
  await expect.poll(copied).toMatch(/^curl '?http.*\/api\/v1\/namespaces\/default\/configmaps/)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await shown(page, 'apple')
  await page.keyboard.press('y')
  await expect.poll(copied).toContain('name: apple')
  await page.goBack()
  await expect(names).toHaveText(['cherry', 'apple'])

  // Selected rows are deleted together, and restored together.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Delete selected (2)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(names).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(names).toHaveText(['cherry', 'apple'])
})

test('a list explains a bad selector, an empty kind and a kind that is not served', async ({ page }) => {
  await open(page, `${CONFIG_MAPS}?labels=${encodeURIComponent('((')}`)
  await expect(page.locator('.o-failure')).toContainText('400 BadRequest')
  await page.getByRole('button', { name: 'Clear the label selector' }).click()
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await open(page, '/explore/core/v1/pods')
  await expect(page.getByRole('heading', { name: 'No Pods' })).toBeVisible()
  await open(page, '/explore/example.com/v1/pears')
  await expect(page.getByRole('heading', { name: 'example.com/v1 pears is not served' })).toBeVisible()
  await open(page, '/explore/core/v1/pods/default/nobody')
  await expect(page.getByRole('heading', { name: 'Pod "nobody" not found in namespace default' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled()
})

test('a list of ten thousand objects draws only the visible rows and stays live', async ({ page }) => {
  await open(page, '/explore')
  await page.evaluate(async () => {
    const write = (i: number) =>
      fetch('/api/v1/namespaces/default/configmaps', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { name: `many-${String(i).padStart(5, '0')}` }, data: { at: String(i) } }),
      })
    for (let from = 0; from < 10_000; from += 250)
      await Promise.all(Array.from({ length: 250 }, (_, i) => write(from + i)))
  })
  await open(page, `${CONFIG_MAPS}?ns=default`)
  const grid = page.getByRole('grid')
  await expect(page.getByRole('status').filter({ hasText: /^10,00\d$/ })).toBeVisible()
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(10_000)
  const { frames, drawn } = await grid.evaluate(async (node) => {
    const times: number[] = []
    const rows = (): number => node.querySelectorAll('[role="row"]').length
    let most = rows()
    let last = performance.now()
    for (let i = 0; i < 120; i++) {
      node.scrollTop += 1500
      await new Promise((resolve) => requestAnimationFrame(resolve))
      times.push(performance.now() - last)
      most = Math.max(most, rows())
      last = performance.now()
    }
    return { frames: times.sort((a, b) => a - b), drawn: most }
  })
  // Only visible rows are rendered, however far one scrolls. The time per frame depends on the machine.
  expect(drawn).toBeLessThan(120)
  console.log(`frame of a scroll: median ${frames[60]?.toFixed(1)} ms, p95 ${frames[114]?.toFixed(1)} ms`)
  await page.keyboard.press('/')
  await page.keyboard.type('many-09999')
  await expect(page.getByRole('row', { name: /many-09999/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^1 of 10,00\d$/ })).toBeVisible()
  await request(page, 'DELETE', '/api/v1/namespaces/default/configmaps/many-09999')
  await expect(page.getByText(/match the filter/)).toBeVisible()
})
