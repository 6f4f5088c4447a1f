import { afterEach, expect, test, vi } from 'vitest'
import { letProgramsReach, programsMayReach } from './programs'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
}
function show(plane: string): void {
  vi.stubGlobal('location', { search: plane && `?plane=${plane}` })
}

afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

test('programs reach the main plane, and another one only after somebody let them', () => {
  show('')
  expect(programsMayReach(storage)).toBe(true)
  show('lesson')
  expect(programsMayReach(storage)).toBe(false)
  letProgramsReach(storage, 'other')
  expect(programsMayReach(storage)).toBe(false)
  letProgramsReach(storage, 'lesson')
  expect(programsMayReach(storage)).toBe(true)
})
