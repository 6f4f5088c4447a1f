import { describe, expect, test } from 'vitest'
import { checkPlan, EXAMPLE_PLAN, FAILING_PLAN, parsePlan } from './deprecation-plan'

const check = (text: string) => {
  const { releases, violations } = parsePlan(text)
  return [...violations, ...checkPlan(releases)].map(({ line, rule }) => `${line}: ${rule}`)
}

describe('deprecation plans', () => {
  test('the time line of the document keeps the rules', () => expect(check(EXAMPLE_PLAN)).toEqual([]))

  test('the failing plan breaks every rule that a plan can break', () => {
    const rules = check(FAILING_PLAN).map((text) => text.replace(/^\d+: /, ''))
    expect(new Set(rules)).toEqual(new Set(['1', '3', '4a', '4b']))
  })

  test.each([
    ['a beta version goes without deprecation', 'A: v1beta1\nB: v1, v1beta1 | v1beta1\nC: v1', ['3: 4a']],
    ['a beta version goes too early', 'A: v1beta1\nB: v1, v1beta1! | v1beta1\nC: v1, v1beta1! | v1\nD: v1', ['4: 4a']],
    [
      'a beta version goes in time',
      'A: v1beta1\nB: v1, v1beta1! | v1beta1\nC: v1, v1beta1!\nD: v1, v1beta1!\nE: v1',
      [],
    ],
    ['a stable version goes', 'A: v1\nB: v2, v1! | v1\nC: v2, v1!\nD: v2', ['4: 4a']],
    ['stable in favour of beta', 'A: v1\nB: v2beta1, v1! | v1', ['2: 3']],
    ['the preferred version advances at once', 'A: v1beta1\nB: v1, v1beta1! | v1', ['2: 4b']],
    ['a beta version is never deprecated', 'A: v1beta1\nB: v1beta1\nC: v1beta1\nD: v1beta1\nE: v1beta1', ['5: 4a']],
    ['a deprecation is taken back', 'A: v1\nB: v2, v1! | v1\nC: v2, v1', ['3: 4a']],
    ['an alpha version goes at once', 'A: v1alpha1\nB: v1alpha2', []],
    ['a line that is none', 'A v1', ['1: form']],
    ['a version that is none', 'A: one', ['1: form']],
    ['a preferred version that is not served', 'A: v1 | v2', ['1: form']],
  ])('%s', (_name, text, expected) => expect(check(text)).toEqual(expected))
})
