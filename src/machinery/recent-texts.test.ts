import { expect, test } from 'vitest'
import { RecentTexts } from './recent-texts'

const objects = Array.from({ length: 100 }, (_, i) => ({ name: `object-${i}` }))

function counted(most: number): { readonly read: (at: number) => string; readonly made: () => number } {
  const texts = new RecentTexts(most)
  let made = 0
  const make = ({ name }: { name: string }): string => {
    made++
    return name
  }
  return { read: (at) => texts.of(objects[at] as { name: string }, make), made: () => made }
}

test('makes a text once while it is among the latest', () => {
  const { read, made } = counted(1_000)
  for (let round = 0; round < 3; round++) for (const [i] of objects.entries()) expect(read(i)).toBe(`object-${i}`)
  expect(made()).toBe(100)
})

test('drops entries that were not read recently, and computes them again', () => {
  const { read, made } = counted(100)
  for (const [i] of objects.entries()) read(i)
  expect(made()).toBe(100)
  expect(read(99)).toBe('object-99')
  expect(made()).toBe(100)
  expect(read(0)).toBe('object-0')
  expect(made()).toBe(101)
})

test('keeps entries that are read often', () => {
  const { read, made } = counted(100)
  for (const [i] of objects.entries()) {
    read(i)
    read(0)
  }
  expect(made()).toBe(100)
})
