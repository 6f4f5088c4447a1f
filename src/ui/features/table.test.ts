import { describe, expect, test } from 'vitest'
import { FEATURES } from './table'

describe('the areas of the interface', () => {
  test.each(['id', 'key', 'title'] as const)('each have a %s of their own', (property) => {
    const values = FEATURES.map((feature) => feature[property])
    expect(new Set(values).size).toBe(values.length)
  })
})
