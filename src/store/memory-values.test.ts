import { expect, it } from 'vitest'
import { createMemoryValues } from './memory-values'

it('keeps what was put until it is cleared', async () => {
  const values = createMemoryValues()
  await values.put('a', [1])
  expect(await values.get('a')).toEqual([1])
  expect(await values.get('b')).toBeUndefined()
  await values.clear()
  expect(await values.get('a')).toBeUndefined()
})
