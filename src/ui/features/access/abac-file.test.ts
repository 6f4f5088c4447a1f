import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAbacPolicies } from '../../../authorization/abac'
import { explainAbac } from '../../../access-analysis/explain-abac'
import { request } from '../../../testing/rbac'
import { authorizersOf } from '../../state/authorizers'
import {
  EXAMPLE_POLICY,
  readPolicyFile,
  runningPolicy,
  withLineFor,
  withMendedLine,
  withMode,
  withPolicy,
} from './abac-file'

describe('an attribute policy in the flags', () => {
  it('is read line by line: a mistake hides neither the others nor the good lines', () => {
    const { policies, problems } = readPolicyFile(`{\n${EXAMPLE_POLICY}\n{"kind": "Policy"}`)
    expect(policies.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7])
    expect(problems.map(({ line }) => line)).toEqual([1, 9])
  })

  it('comes back as it was written', () => {
    const argv = withPolicy(['--release=1.25', '--authorization-mode', 'AlwaysAllow'], EXAMPLE_POLICY)
    expect(runningPolicy(argv)).toBe(EXAMPLE_POLICY)
    expect(authorizersOf(argv).modes).toEqual(['ABAC'])
    expect(argv).toContain('--release=1.25')
    const added = withPolicy(['--authorization-mode=Node,RBAC'], '')
    expect(authorizersOf(added).modes).toEqual(['Node', 'RBAC', 'ABAC'])
    expect(authorizersOf(withMode([], 'Node', 'RBAC')).modes).toEqual(['Node', 'RBAC'])
    expect(runningPolicy([])).toBeUndefined()
  })
})

describe('mending lines', () => {
  const asked = fc
    .tuple(
      fc.constantFrom('alice', 'bob', 'system:anonymous'),
      fc.constantFrom('get', 'delete'),
      fc.constantFrom('pods', 'secrets', '/version', '/logs'),
      fc.constantFrom('', 'in projects', 'in a'),
      fc.constantFrom('', 'of apps'),
      fc.subarray(['operators', 'dev', 'system:authenticated']),
    )
    .map(([user, verb, what, ns, group, groups]) =>
      request(user, [verb, what, ...(what.startsWith('/') ? [] : [ns, group])].filter(Boolean).join(' '), groups),
    )
  const part = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
  const line = fc.record({
    user: part('alice', 'bob', '*', 'bobby'),
    group: part('operators', 'operator', 'dev', '*'),
    readonly: fc.option(fc.constant(true), { nil: undefined }),
    namespace: part('*', 'projects', 'project'),
    resource: part('*', 'pods', 'pod'),
    apiGroup: part('*', 'apps'),
    nonResourcePath: part('*', '/version', '/log*'),
  })
  const file = fc
    .array(line, { maxLength: 5 })
    .map((specs) =>
      specs
        .map((spec) => JSON.stringify({ apiVersion: 'abac.authorization.orch.io/v1beta1', kind: 'Policy', spec }))
        .join('\n'),
    )

  it('makes the request pass, by the line or by one more', () => {
    fc.assert(
      fc.property(file, asked, (text, question) => {
        const allows = (policies: string) => explainAbac(parseAbacPolicies(policies), question).allowed
        for (const miss of explainAbac(parseAbacPolicies(text), question).nearMisses)
          expect([miss.what, allows(withMendedLine(text, miss, question))]).toEqual([miss.what, true])
        expect(allows(withLineFor(text, question))).toBe(true)
      }),
    )
  })
})
