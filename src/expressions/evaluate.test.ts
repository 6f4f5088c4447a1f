import { describe, expect, it } from 'vitest'
import { faultOf, languageCases } from '../testing/language-cases'

describe('the cases of the language itself', () => {
  const { judged } = languageCases()
  it('evaluate as specified', () => {
    const faults = judged.flatMap(([name, one]) => {
      const problem = faultOf(one)
      return problem === undefined ? [] : [`${name}: ${one.expr}: ${problem}`]
    })
    expect(judged.length).toBeGreaterThan(1500)
    expect(faults).toEqual([])
  })
})
