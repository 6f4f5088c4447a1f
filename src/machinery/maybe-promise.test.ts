import { expect, it } from 'vitest'
import { whenReady } from './maybe-promise'

const double = (n: number): number => n * 2
const fail = (): never => {
  throw new Error('refused')
}

it('uses a value at once, and a promised one when it arrives', async () => {
  expect(whenReady(2, double)).toBe(4)
  expect(whenReady(2, (n) => Promise.resolve(double(n)))).toBeInstanceOf(Promise)
  expect(await whenReady(Promise.resolve(2), double)).toBe(4)
})

it('fails the way the value came', async () => {
  expect(() => whenReady(2, fail)).toThrow('refused')
  await expect(whenReady(Promise.resolve(2), fail)).rejects.toThrow('refused')
  await expect(whenReady(Promise.reject(new Error('lost')), double)).rejects.toThrow('lost')
})
