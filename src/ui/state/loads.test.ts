import { expect, it } from 'vitest'
import { beginLoad, LoadStopped, stopLoads, useOpenLoads } from './loads'

const open = (): number => useOpenLoads.getState().open.size

it('knows the reads that wait, and forgets those that have their answer', () => {
  const loaded = beginLoad(
    () => undefined,
    () => undefined,
  )
  expect(open()).toBe(1)
  loaded()
  loaded()
  expect(open()).toBe(0)
})

it('stops and resumes all waiting loads together', () => {
  const seen: string[] = []
  const stopped: LoadStopped[] = []
  for (const name of ['roles', 'bindings'])
    beginLoad(
      (error) => {
        seen.push(`stop ${name}`)
        stopped.push(error)
      },
      () => seen.push(`again ${name}`),
    )
  stopLoads()
  expect(open()).toBe(0)
  expect(seen).toEqual(['stop roles', 'stop bindings'])
  stopped[0]?.again()
  expect(seen.slice(2)).toEqual(['again roles', 'again bindings'])
})
