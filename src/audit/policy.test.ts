import { describe, expect, it } from 'vitest'
import { parseAuditPolicy } from './policy'

const policy = (...rules: object[]): string => JSON.stringify({ apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules })

describe('a policy that can not be followed', () => {
  it.each<[string, string, string]>([
    ['no YAML', '{', 'policy'],
    ['a list', '[]', 'policy must be an object'],
    ['another kind', '{"kind":"Config"}', 'kind must be "Policy"'],
    ['another version', '{"kind":"Policy","apiVersion":"v1"}', 'apiVersion must be audit.orch.io/v1'],
    [
      'a form that was removed',
      '{"kind":"Policy","apiVersion":"audit.orch.io/v1beta1","rules":[{"level":"None"}]}',
      'not "audit.orch.io/v1beta1"',
    ],
    ['no rules', policy(), 'at least one rule'],
    ['an unknown field', policy({ level: 'None', groups: [] }), 'unknown field "rules[0].groups"'],
    ['no level', policy({}), 'rules[0].level: unsupported value ""'],
    ['an unknown level', policy({ level: 'All' }), 'unsupported value "All"'],
    ['an unknown stage', policy({ level: 'None', omitStages: ['End'] }), 'rules[0].omitStages[0]'],
    ['a group with its version', policy({ level: 'None', resources: [{ group: 'apps/v1' }] }), 'without its version'],
    ['names of nothing', policy({ level: 'None', resources: [{ resourceNames: ['a'] }] }), 'need resources'],
    ['both sorts of addresses', policy({ level: 'None', resources: [{}], nonResourceURLs: ['*'] }), 'not both'],
    ['a star within an address', policy({ level: 'None', nonResourceURLs: ['/a*b'] }), 'only stand at the end'],
    ['an address without a slash', policy({ level: 'None', nonResourceURLs: ['a'] }), 'must begin with a slash'],
    ['a user that is no text', policy({ level: 'None', users: [1] }), 'rules[0].users[0] must be a string'],
  ])('%s', (_what, text, message) => {
    expect(() => parseAuditPolicy(text, 25)).toThrow(message === 'policy' ? Error : message)
  })

  it('reads the older forms in releases that do', () => {
    const old = JSON.stringify({ apiVersion: 'audit.orch.io/v1beta1', kind: 'Policy', rules: [{ level: 'None' }] })
    expect(parseAuditPolicy(old, 23).rules).toHaveLength(1)
  })
})
