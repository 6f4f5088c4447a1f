import { describe, expect, it } from 'vitest'
import { seededRandom } from '../machinery/random'
import { SortedEntries } from './sorted-entries'
import type { Entry } from './store'

const entry = (key: string, revision = 1): Entry => ({ key, value: {}, revision, created: 1 })
const everything = (entries: SortedEntries): Entry[] => entries.slice(0, entries.size)

describe('sorted entries', () => {
  it('behave like a sorted list, whatever is put and deleted', () => {
    const random = seededRandom('sorted entries')
    const number = (): number => (random.bytes(2)[0] ?? 0) * 256 + (random.bytes(1)[0] ?? 0)
    const model = new Map<string, Entry>()
    const entries = new SortedEntries()
    for (let revision = 1; revision <= 20_000; revision++) {
      const key = `/${'abcd'[number() % 4]}/${number() % 2_000}`
      // The store grows first and shrinks later.
      if (number() % 10 < (revision < 10_000 ? 2 : 7)) {
        model.delete(key)
        entries.delete(key)
      } else {
        model.set(key, entry(key, revision))
        entries.put(entry(key, revision))
      }
      if (revision % 1_000 !== 0) continue
      const sorted = [...model.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
      expect(everything(entries)).toEqual(sorted)
      for (const prefix of ['', '/a/', '/b/1', '/c/', '/d/', '/e/', '/'])
        expect(entries.slice(...entries.range(prefix))).toEqual(sorted.filter((one) => one.key.startsWith(prefix)))
      const after = `/b/${number() % 2_000}`
      expect(entries.firstAfter(after)).toBe(sorted.filter((one) => one.key <= after).length)
      expect(entries.slice(700, 1_300)).toEqual(sorted.slice(700, 1_300))
      expect(entries.get(key)).toEqual(model.get(key))
    }
  })

  it('know which families of keys they lack', () => {
    const entries = SortedEntries.of([entry('/a/b/1'), entry('/a/b/2'), entry('/a/x'), entry('c')])
    const lacking = (): string[] =>
      ['', '/', '/a/', '/a/b', '/a/b/', '/a/b/1', '/a/b/x', '/a/c/', '/a/c/1', 'c', 'd'].filter((one) =>
        entries.lacks(one),
      )
    expect(lacking()).toEqual(['/a/c/', '/a/c/1'])
    entries.put(entry('/a/c/1'))
    entries.delete('/a/b/1')
    expect(lacking()).toEqual([])
    entries.delete('/a/b/2')
    expect(lacking()).toEqual(['/a/b/', '/a/b/1', '/a/b/x'])
  })

  it('are empty again once everything is deleted', () => {
    const keys = Array.from({ length: 2_000 }, (_, i) => `/${i}`)
    const entries = SortedEntries.of(keys.map((key) => entry(key)))
    expect(everything(entries).map(({ key }) => key)).toEqual([...keys].sort())
    for (const key of keys) entries.delete(key)
    expect(entries.size).toBe(0)
    expect(everything(entries)).toEqual([])
    expect(entries.range('/1')).toEqual([0, 0])
    entries.put(entry('/1'))
    expect(everything(entries)).toEqual([entry('/1')])
  })
})
