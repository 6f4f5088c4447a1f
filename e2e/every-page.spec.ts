import { expect, type Page } from '@playwright/test'
import { placesOf } from '../tools/pictures/places.mjs'
import { allRoutes } from '../src/ui/state/routes'
import { auditedPage, faultsOf, loaded } from './audit'
import { test } from './test'

const PLACES = placesOf(allRoutes())
const AREAS = [...new Set(PLACES.map(([name]) => name.split('-')[0] ?? name))]

test.describe('every page is accessible at every width and in both themes', () => {
  // Each test checks a dozen pages six times, which is slow on a small machine; the limit only ends tests that hang.
  test.describe.configure({ timeout: 1_800_000 })
  // All tests share one page, because opening a page takes longer than checking it.
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await auditedPage(browser)
  })
  test.afterAll(() => page.close())

  for (const area of AREAS)
    test(area, async () => {
      const places = PLACES.filter(([name]) => name.split('-')[0] === area)
      for (const [i, [name, place]] of places.entries()) {
        await page.goto(`./#${place}`)
        await loaded(page)
        expect.soft(await faultsOf(page, i === 0 ? 'body' : '#content'), name).toEqual([])
      }
    })
})
