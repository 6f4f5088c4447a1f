import { expect, it } from 'vitest'
import { savesData } from './saves-data'

it.each([
  [{}, false],
  [{ connection: {} }, false],
  [{ connection: { saveData: false } }, false],
  [{ connection: { saveData: true } }, true],
])('%j saves data: %s', (navigator, saves) => {
  expect(savesData(navigator)).toBe(saves)
})
