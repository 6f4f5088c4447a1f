import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleAllows } from '../authorization/rules'
import { request, rule } from '../testing/rbac'
import { leastPrivilege, proposedRole } from './least-privilege'

describe('least privilege', () => {
  const recorded = [
    'get pods in a named p',
    'list pods in a',
    'get pods/log in a named p',
    'create deployments in a of apps',
    'get configmaps in b named c',
    'list nodes',
    'get /version',
    'get /healthz',
  ].map((text) => request('u', text))

  it('proposes a role for every namespace and one for the cluster', () => {
    expect(leastPrivilege(recorded)).toEqual([
      { namespace: '', rules: [rule('list nodes'), rule('get /healthz,/version')] },
      { namespace: 'a', rules: [rule('get,list pods'), rule('get pods/log'), rule('create deployments apps')] },
      { namespace: 'b', rules: [rule('get configmaps')] },
    ])
    expect(proposedRole({ namespace: 'b', rules: [] }, 'x')).toMatchObject({
      kind: 'Role',
      metadata: { name: 'x', namespace: 'b' },
    })
    expect(proposedRole({ namespace: '', rules: [] }, 'x')).toMatchObject({ kind: 'ClusterRole' })
  })

  it('restricts to names where that is wanted and possible', () => {
    const texts = [
      'get secrets in a named s',
      'get secrets in a named t',
      'create secrets in a',
      'delete configmaps in a named c',
      'list configmaps in a',
    ]
    expect(
      leastPrivilege(
        texts.map((text) => request('u', text)),
        { names: true },
      ),
    ).toEqual([
      {
        namespace: 'a',
        rules: [
          rule('delete configmaps core c'),
          rule('list configmaps'),
          rule('get secrets core s,t'),
          rule('create secrets'),
        ],
      },
    ])
  })

  const requests = fc.array(
    fc
      .tuple(
        fc.constantFrom('get', 'list', 'create', 'update', 'delete'),
        fc.constantFrom('pods', 'pods/log', 'secrets'),
        fc.constantFrom('', 'in a', 'in b'),
        fc.constantFrom('', 'named x', 'named y'),
        fc.constantFrom('', 'of apps'),
      )
      .map((parts) => request('u', parts.filter(Boolean).join(' '))),
    { minLength: 1, maxLength: 12 },
  )

  it('allows what was recorded, and otherwise only what a rule cannot separate from it', () => {
    fc.assert(
      fc.property(requests, requests, fc.boolean(), (used, others, names) => {
        // A creation carries no name.
        const wanted = used.map((one) => (one.verb === 'create' ? { ...one, name: '' } : one))
        const proposals = leastPrivilege(wanted, { names })
        const allows = (one: (typeof used)[number]) =>
          proposals.some(
            ({ namespace, rules }) => namespace === one.namespace && rules.some((each) => ruleAllows(each, one)),
          )
        for (const one of wanted) expect(allows(one)).toBe(true)
        for (const other of others) {
          const related = wanted.some((one) =>
            (['verb', 'resource', 'subresource', 'namespace', 'apiGroup'] as const).every(
              (key) => one[key] === other[key],
            ),
          )
          if (!related) expect(allows(other)).toBe(false)
        }
      }),
    )
  })
})
