import { describe, expect, it } from 'vitest'
import { planOf } from './storm-plan'

describe('a plan of faults', () => {
  const counts = { kill: 3, handover: 2, freeze: 1, import: 1 }
  it('is made by its seed', () => {
    expect(planOf(7, counts)).toEqual(planOf(7, counts))
    expect(planOf(7, counts)).not.toEqual(planOf(8, counts))
    expect(
      planOf(7, counts)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['freeze', 'handover', 'handover', 'import', 'kill', 'kill', 'kill'])
  })
})
