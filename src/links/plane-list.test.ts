import { describe, expect, test } from 'vitest'
import { addPlane, changePlane, forgetPlane, MOST_PLANES } from './plane-list'
import { linkPlane } from './link-plane'
import { MAIN_PLANE, planeAddress, PLANES_KEY, readPlanes } from './planes'
import { otherPlane, takeMissingPlane } from './plane-of-tab'
import { planeKey } from './plane-key'

function memory(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
const person = (name: string) => ({ name, origin: 'person', madeAt: 1 }) as const

describe('the planes of a browser', () => {
  test('the main plane is always there', () => expect(readPlanes(memory())).toEqual([MAIN_PLANE]))

  test.each(['', '{', '{}', '[1,null,{"id":"../x","name":"a","madeAt":1,"origin":"person"}]'])(
    'an invalid list of planes counts as empty: %s',
    (text) => expect(readPlanes(memory({ [PLANES_KEY]: text }))).toEqual([MAIN_PLANE]),
  )

  test.each([
    ['Staging', 'staging'],
    ['Größe & Maß!', 'gr-e-ma'],
    ['???', 'plane'],
    ['embed', 'plane-embed'],
    ['x'.repeat(80), 'x'.repeat(40)],
  ])('%s is %s in addresses', (name, id) => expect(addPlane(memory(), person(name)).id).toBe(id))

  test('names may repeat, addresses do not', () => {
    const storage = memory()
    expect([1, 2, 3].map(() => addPlane(storage, person('Staging')).id)).toEqual(['staging', 'staging-2', 'staging-3'])
  })

  test('are renamed and forgotten one by one', () => {
    const storage = memory()
    addPlane(storage, person('one'))
    addPlane(storage, person('two'))
    changePlane(storage, 'one', { name: '  first ' })
    forgetPlane(storage, 'two')
    expect(readPlanes(storage).map(({ name }) => name)).toEqual(['Main', 'first'])
  })

  test('are not more than fit', () => {
    const storage = memory()
    for (let i = 0; i < MOST_PLANES; i++) addPlane(storage, person('p'))
    expect(() => addPlane(storage, person('p'))).toThrow('Delete one first')
  })
})

describe('the address of a tab', () => {
  const storages = () => ({ local: memory(), session: memory() })

  test('leads to the plane and nothing else of the page that one comes from', () =>
    expect(planeAddress('https://a.example/x/?flags=--y&plane=old#/explore?as=z', 'new', '/learn')).toBe(
      'https://a.example/x/?plane=new#/learn',
    ))

  test('is not changed if it names no plane or an existing one', () => {
    const known = storages()
    const { id } = addPlane(known.local, person('Staging'))
    expect(otherPlane('https://a.example/', () => known)).toBeUndefined()
    expect(otherPlane(`https://a.example/?plane=${id}`, () => known)).toBeUndefined()
  })

  test('drops a plane that does not exist, which is reported once', () => {
    const { local, session } = { local: memory(), session: memory() }
    expect(otherPlane('https://a.example/?plane=gone&flags=x#/map', () => ({ local, session }))).toBe(
      'https://a.example/?flags=x#/map',
    )
    expect(takeMissingPlane(session)).toBe('gone')
    expect(takeMissingPlane(session)).toBeUndefined()
  })

  test('loses its plane where the browser keeps nothing', () =>
    expect(
      otherPlane('https://a.example/?plane=gone', () => {
        throw new Error('blocked')
      }),
    ).toBe('https://a.example/'))

  test.each([
    ['#/open?s=s1.abc', undefined],
    ['#/explore', 'https://a.example/#/explore'],
  ])('names a plane that waits for a link only where the link is shown: %s', (hash, other) => {
    const known = storages()
    const moved = linkPlane('https://a.example/#/open?s=s1.abc', () => known.local, 5)
    expect(moved).toBe('https://a.example/?plane=link#/open?s=s1.abc')
    expect(otherPlane(`https://a.example/?plane=link${hash}`, () => known)).toBe(other)
    expect(takeMissingPlane(known.session)).toBeUndefined()
  })

  test('that somebody copied from the page of a link leads to the link’s content', () => {
    const { local, session } = { local: memory(), session: memory() }
    expect(otherPlane('https://a.example/?plane=link#/open?s=s1.abc', () => ({ local, session }))).toBe(
      'https://a.example/?plane=#/open?s=s1.abc',
    )
    expect(takeMissingPlane(session)).toBeUndefined()
  })

  test('may name the main plane with an empty name', () =>
    expect(otherPlane('https://a.example/?plane=#/open?s=s1.abc', storages)).toBeUndefined())
})

test('what belongs to a plane has a key of its own', () => {
  expect(planeKey('drafts', '')).toBe('orchard.drafts')
  expect(planeKey('drafts', 'staging')).toBe('orchard.plane.staging.drafts')
})
