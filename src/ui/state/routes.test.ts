import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Place } from './place'
import { allRoutes, presentPath, viewRoute } from './routes'

describe('the table of addresses', () => {
  it('names each once', () => expect(new Set(allRoutes()).size).toBe(allRoutes().length))

  it('makes the address of a view', () => {
    expect(viewRoute('/access', 'why')).toBe('/access/why')
    expect(viewRoute('/access', undefined)).toBe('/access')
  })

  it('leads addresses of earlier versions to pages that exist', () => {
    for (const old of ['/admission/callbacks', '/identity/callback']) {
      expect(allRoutes()).not.toContain(old)
      expect(allRoutes()).toContain(presentPath(old))
    }
    for (const route of allRoutes()) expect(presentPath(route)).toBe(route)
  })

  it('makes a broken link fail the type check', () => {
    expectTypeOf<{ to: '/access/why' }>().toExtend<Place>()
    expectTypeOf<{ to: '/access/nothing' }>().not.toExtend<Place>()
    expectTypeOf<{ to: '/explore/$group/$version/$resource' }>().not.toExtend<Place>()
  })
})
