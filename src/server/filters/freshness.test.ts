import { describe, expect, it } from 'vitest'
import { needsFresh } from './freshness'

const NEWEST = 10

describe('a request waits for what other servers wrote', () => {
  it.each<[verb: string, query: string, waits: boolean]>([
    ['get', '', true],
    ['get', 'resourceVersion=0', false],
    ['get', 'resourceVersion=11', false],
    ['list', '', true],
    ['list', 'limit=5', true],
    ['list', 'resourceVersion=0', false],
    ['list', 'resourceVersion=10&resourceVersionMatch=Exact', false],
    ['list', 'limit=5&continue=abc', true],
    ['watch', '', true],
    ['watch', 'resourceVersion=0', false],
    ['watch', 'resourceVersion=10', false],
    ['watch', 'resourceVersion=11', true],
    ['create', '', true],
    ['update', '', true],
    ['patch', '', true],
    ['delete', 'resourceVersion=0', true],
    ['deletecollection', '', true],
  ])('%s with %j: %s', (verb, query, waits) => {
    const info = { verb, isResourceRequest: true } as Parameters<typeof needsFresh>[0]['info']
    expect(needsFresh({ info, query: new URLSearchParams(query) }, NEWEST)).toBe(waits)
  })

  it('unless it asks for no resource: health and metrics answer whatever the store does', () => {
    const info = { verb: 'get', isResourceRequest: false } as Parameters<typeof needsFresh>[0]['info']
    expect(needsFresh({ info, query: new URLSearchParams() }, NEWEST)).toBe(false)
  })
})
