import { describe, expect, it } from 'vitest'
import { OWNER_MARKS } from '../theme'
import { assignMarks } from './marks'

describe('assignMarks', () => {
  it('gives every owner of an object a mark of its own, and keeps those given', () => {
    const names = ['alice', 'bob', 'autoscaler · scale', 'ci', 'd', 'e', 'f', 'g']
    const marks = assignMarks(names)
    expect(new Set([...marks.values()].map((mark) => mark.index)).size).toBe(OWNER_MARKS.length)
    const fewer = assignMarks(names.slice(0, 3))
    for (const [name, mark] of fewer) expect(marks.get(name)).toEqual(mark)
  })

  it('shares marks when there are more owners than marks', () => {
    expect(assignMarks(Array.from({ length: 12 }, (_, i) => `m${i}`)).size).toBe(12)
  })
})
