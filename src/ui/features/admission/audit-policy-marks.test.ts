import { expect, it } from 'vitest'
import { POLICY_EXAMPLES } from './audit-policies'
import { auditPolicyMarks } from './audit-policy-marks'

const marked = (text: string): string[] =>
  auditPolicyMarks(text, 36).map(({ from, to, message }) => `${text.slice(from, to)} | ${message}`)
const HEAD = 'apiVersion: audit.orch.io/v1\nkind: Policy\n'

it.each<[string, string, string[]]>([
  ['nothing for an empty text', ' \n', []],
  [
    'a level that does not exist',
    `${HEAD}rules:\n  - level: Metadata\n  - level: Loud\n`,
    [
      'level: Loud | rules[1].level: unsupported value "Loud": supported values: None, Metadata, Request, RequestResponse',
    ],
  ],
  ['an unknown field', `${HEAD}rules:\n  - level: None\n    who: [a]\n`, ['who | unknown field "rules[0].who"']],
  [
    'a wrong kind',
    'apiVersion: audit.orch.io/v1\nkind: Policies\n',
    ['kind: Policies | kind must be "Policy", not "Policies"'],
  ],
])('marks %s', (_, text, is) => {
  expect(marked(text)).toEqual(is)
})

it.each(POLICY_EXAMPLES.map(({ title, text }) => ({ title, text })))(
  'finds nothing in the example $title',
  ({ text }) => {
    expect(marked(text)).toEqual([])
  },
)
