import { expect, type Page } from '@playwright/test'
import { placesOf } from '../tools/pictures/places.mjs'
import { allRoutes } from '../src/ui/state/routes'
import { auditedPage, faultsOf, loaded } from './audit'
import { test } from './test'

const PLACES = placesOf(allRoutes())
const AREAS = [...new Set(PLACES.map(([name]) => name.split('-')[0] ?? name))]

test.describe('every page is accessible at every width and in both themes', () => {
  // A test looks at a dozen pages six times each: that takes its time on a small machine, and what hangs still ends.
  test.describe.configure({ timeout: 1_800_000 })
  // One page for all of them: opening one for each would take longer than looking at them.
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
