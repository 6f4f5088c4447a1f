import { describe, expect, test } from 'vitest'
import { allRoutes, ROUTES } from '../state/routes'
import { FEATURES } from './table'
import { ACCESS_VIEWS as ACCESS } from './access/views'
import { VIEWS as ADMISSION } from './admission/views'

describe('the areas of the interface', () => {
  test.each(['id', 'key', 'title'] as const)('each have a %s of their own', (property) => {
    const values = FEATURES.map((feature) => feature[property])
    expect(new Set(values).size).toBe(values.length)
  })

  const pages = FEATURES.flatMap((feature) =>
    feature.pages.map(({ path }) => path.replace(/\/\$(view|section)$/, '/*')),
  )
  test.each(allRoutes().filter((route) => route !== '/'))('have a page at %s', (route) => {
    const ofViews = `${route.slice(0, route.lastIndexOf('/'))}/*`
    expect(pages.some((path) => path === route || path === ofViews)).toBe(true)
  })

  test.each([
    ['/access', ACCESS],
    ['/admission', ADMISSION],
  ] as const)('show every view of %s, and first the one without a name', (root, views) =>
    expect(views.slice(1).map(({ id }) => id)).toEqual(ROUTES[root]),
  )
})
