import { describe, expect, it } from 'vitest'
import { forgetLink, openTabLink, rememberAccepted, type TabMemory } from './tab-link'
import { WAYS_IN } from './ways-in'

function memoryOf(): TabMemory {
  let kept: string | undefined
  return { get: () => kept, set: (text) => void (kept = text) }
}
const SITE = 'https://site.test/orchard/'
const open = (search: string, more: Partial<Parameters<typeof openTabLink>[0]> = {}) =>
  openTabLink({
    href: `${SITE}${search}`,
    framed: false,
    memory: memoryOf(),
    referrer: 'https://blog.test/',
    id: 'one',
    ...more,
  })

const EXAMPLES: Readonly<Record<string, string>> = {
  flags: '?flags=--release%3D1.20',
  relay: '?relay=ws%3A%2F%2F127.0.0.1%3A1%2Fkey',
}

describe.each(WAYS_IN.filter(({ parameter }) => parameter))('$title', ({ id, parameter = '' }) => {
  const search = EXAMPLES[id] ?? 'no example for this way in'

  it('is read', () => {
    const link = open(search)
    expect(Object.keys(link.request ?? {})).toHaveLength(1)
    expect(link).toMatchObject({ accepted: false, refusedInFrame: false, from: 'https://blog.test/' })
  })

  it('is ignored inside a frame, which is said', () => {
    const memory = memoryOf()
    open(search, { memory })
    rememberAccepted(memory)
    const link = open(search, { memory, framed: true })
    expect(link).toMatchObject({ request: undefined, refusedInFrame: true })
    expect(link.address).not.toContain(parameter)
  })

  it('is remembered for reloads of the tab in which the user agreed, and for no other link', () => {
    const memory = memoryOf()
    open(search, { memory })
    expect(open(search, { memory }).accepted).toBe(false)
    rememberAccepted(memory)
    expect(open(search, { memory }).accepted).toBe(true)
    expect(open('?flags=--release%3D1.16', { memory, id: 'two' })).toMatchObject({ accepted: false })
    expect(open('', { memory }).request).toBeUndefined()
  })

  it('is forgotten when the person refuses', () => {
    const memory = memoryOf()
    open(search, { memory })
    rememberAccepted(memory)
    expect(forgetLink(memory, `${SITE}${search}&other=1#/x`)).toBe(`${SITE}?other=1#/x`)
    expect(open(search, { memory }).accepted).toBe(false)
  })
})

describe('a file in the address', () => {
  const search = `?flags=${encodeURIComponent('--token-auth-file=data:,sesame,alice,1')}&x=1#/settings`

  it('is removed from the address, and a reload still has it', () => {
    const memory = memoryOf()
    const first = open(search, { memory })
    expect(first.address).toBe(`${SITE}?x=1&link=one#/settings`)
    const again = openTabLink({ href: first.address, framed: false, memory, referrer: '', id: 'two' })
    expect(again).toMatchObject({ request: first.request, address: first.address, from: 'https://blog.test/' })
  })

  it('is known to the tab alone', () => expect(open('?link=one').request).toBeUndefined())
})

it('a relay that is not on this machine is refused by name, and the rest still counts', () => {
  const link = open(`?relay=${encodeURIComponent('ws://example.com/')}&flags=--release%3D1.20`)
  expect(link.request).toEqual({ argv: ['--release=1.20'] })
  expect(link.problems).toEqual([expect.stringContaining('example.com')])
})

it('an address that asks for nothing stays as it is', () => {
  expect(open('?x=1#/explore')).toMatchObject({
    request: undefined,
    address: `${SITE}?x=1#/explore`,
    refusedInFrame: false,
  })
})

it('what somebody else wrote into the memory of the tab is nothing', () => {
  expect(open('?link=one', { memory: { get: () => 'no json', set: () => undefined } }).request).toBeUndefined()
})
