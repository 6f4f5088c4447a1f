import { expect, test } from 'vitest'
import type { Finding } from '../../../access-analysis/finding'
import { findingsByRule } from './findings-by-rule'

const finding = (code: string, ruleIndex?: number): Finding => ({
  kind: 'Role',
  namespace: 'cider',
  name: 'dashboard',
  code,
  severity: 'danger',
  text: code,
  advice: '',
  ...(ruleIndex !== undefined && { ruleIndex }),
})
const codes = (findings: readonly Finding[]) =>
  findingsByRule(findings).map(({ ruleIndex, shown, folded }) => [
    ruleIndex,
    shown.map(({ code }) => code),
    folded.map(({ code }) => code),
  ])

test('folds what follows from a rule that allows everything, and nothing else', () => {
  expect(
    codes([
      finding('escalate', 0),
      finding('everything', 0),
      finding('secrets', 1),
      finding('bind', 0),
      finding('unused'),
    ]),
  ).toEqual([
    [0, ['everything'], ['escalate', 'bind']],
    [1, ['secrets'], []],
    [undefined, ['unused'], []],
  ])
})
