import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { linkPlane, makeNamedPlane, showsLink } from './link-plane'
import { addPlane, changePlane, MOST_PLANES } from './plane-list'
import { isListed, MAIN_PLANE, readPlanes } from './planes'

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

describe('the plane of a link', () => {
  const LINK = 'https://a.example/#/open?s=s1.abc'

  test('is made once for each page that shows one, and is not listed until the link is opened', () => {
    const local = memory()
    const first = linkPlane(LINK, () => local, 5)
    expect(first).toBe('https://a.example/?plane=link#/open?s=s1.abc')
    expect(linkPlane(first ?? '', () => local, 6)).toBeUndefined()
    expect(linkPlane(LINK, () => local, 7)).toBe('https://a.example/?plane=link-2#/open?s=s1.abc')
    expect(readPlanes(local).filter(isListed)).toEqual([MAIN_PLANE])
    changePlane(local, 'link', { name: 'A shop', unopened: undefined })
    expect(readPlanes(local).filter(isListed)).toMatchObject([MAIN_PLANE, { id: 'link', name: 'A shop', madeAt: 5 }])
  })

  test('remembers the plane that the user came from', () => {
    const local = memory()
    const { id } = addPlane(local, { name: 'Staging', origin: 'person', madeAt: 1 })
    linkPlane(`https://a.example/?plane=${id}#/open?from=https%3A%2F%2Fb.example`, () => local, 5)
    expect(readPlanes(local).find((plane) => plane.id === 'link')?.unopened).toBe('staging')
  })

  test.each([
    ['https://a.example/#/open', 'nothing to show'],
    ['https://a.example/#/explore?s=1', 'another page'],
    ['https://a.example/?flags=--release%3D1.20#/open?s=s1.abc', 'settings for the plane of the user'],
    ['https://a.example/?embed=objects#/open?s=s1.abc', 'an embedded page'],
  ])('is not made for %s: %s', (href) => {
    const local = memory()
    expect(linkPlane(href, () => local, 5)).toBeUndefined()
    expect(readPlanes(local)).toEqual([MAIN_PLANE])
  })

  test('is not made where there is no room, and the page stays where it is', () =>
    expect(
      linkPlane(
        LINK,
        () => ({
          getItem: () => null,
          setItem: () => {
            throw new DOMException('full', 'QuotaExceededError')
          },
        }),
        5,
      ),
    ).toBeUndefined())
})

describe('the plane that the page of a link was named for', () => {
  const LINK = 'https://a.example/?plane=link-mk3f#/open?s=s1.abc'

  test('is made once, and the page stays there', () => {
    const local = memory()
    makeNamedPlane(LINK, () => local, 5)
    makeNamedPlane(LINK, () => local, 6)
    expect(readPlanes(local)).toEqual([
      MAIN_PLANE,
      { id: 'link-mk3f', name: 'Link', origin: 'link', madeAt: 5, unopened: '' },
    ])
    expect(linkPlane(LINK, () => local, 7)).toBeUndefined()
  })

  test('shows another content in a plane of its own once it has been opened', () => {
    const local = memory()
    makeNamedPlane(LINK, () => local, 5)
    changePlane(local, 'link-mk3f', { unopened: undefined })
    makeNamedPlane(LINK, () => local, 6)
    expect(linkPlane(LINK, () => local, 7)).toBe('https://a.example/?plane=link#/open?s=s1.abc')
  })

  test.each([
    ['https://a.example/?plane=staging#/open?s=s1.abc', 'another plane'],
    ['https://a.example/?plane=link-mk3f#/explore', 'another page'],
    ['https://a.example/?plane=link-mk3f&flags=x#/open?s=s1.abc', 'settings for the plane of the user'],
  ])('is not made for %s: %s', (href) => {
    const local = memory()
    makeNamedPlane(href, () => local, 5)
    expect(readPlanes(local)).toEqual([MAIN_PLANE])
  })

  test('is missing where there is no room for it', () => {
    const local = memory()
    for (let i = 0; i < MOST_PLANES; i++) addPlane(local, { name: 'p', origin: 'person', madeAt: 1 })
    makeNamedPlane(LINK, () => local, 5)
    expect(readPlanes(local).some(({ id }) => id === 'link-mk3f')).toBe(false)
  })
})

test('index.html finds the pages of links by the same pattern', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  const [, pattern = ''] = /&& \/(.+)\/\.test\(location\.hash\)/.exec(page) ?? []
  expect(pattern).not.toBe('')
  expect(String(showsLink)).toContain(`/${pattern}/`)
})
