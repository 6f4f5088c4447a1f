import { describe, expect, it } from 'vitest'
import type { AuditedRequest } from './audit'
import { decide, parseAuditPolicy } from './policy'

const policy = (...rules: object[]): string => JSON.stringify({ apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules })

function request(
  info: Partial<AuditedRequest['info']> = {},
  user: AuditedRequest['user'] = { name: 'jane', groups: ['dev'] },
): AuditedRequest {
  const resource = info.resource ?? (info.path === undefined ? 'pods' : '')
  return {
    id: 'id',
    request: new Request('http://x'),
    target: '/',
    remote: '',
    user,
    info: {
      isResourceRequest: info.path === undefined,
      verb: 'get',
      apiGroup: '',
      apiVersion: 'v1',
      subresource: '',
      namespace: 'team',
      name: 'a',
      path: '/',
      ...info,
      resource,
    },
  }
}

describe('which rule fits', () => {
  it.each<[boolean, object, AuditedRequest]>([
    [true, {}, request()],
    [true, { users: ['jane'] }, request()],
    [false, { users: ['joe'] }, request()],
    [true, { userGroups: ['ops', 'dev'] }, request()],
    [false, { userGroups: ['ops'] }, request()],
    [true, { verbs: ['get', 'list'] }, request()],
    [false, { verbs: ['watch'] }, request()],
    [true, { namespaces: ['team'] }, request()],
    [false, { namespaces: ['other'] }, request()],
    [true, { namespaces: [''] }, request({ resource: 'nodes', namespace: '' })],
    [true, { resources: [{ group: '' }] }, request()],
    [true, { resources: [{}] }, request()],
    [false, { resources: [{ group: 'apps' }] }, request()],
    [true, { resources: [{ resources: ['pods'] }] }, request()],
    [false, { resources: [{ resources: ['pods'] }] }, request({ subresource: 'status' })],
    [true, { resources: [{ resources: ['pods/status'] }] }, request({ subresource: 'status' })],
    [true, { resources: [{ resources: ['pods/*'] }] }, request({ subresource: 'status' })],
    [true, { resources: [{ resources: ['*/status'] }] }, request({ subresource: 'status' })],
    [false, { resources: [{ resources: ['*/scale'] }] }, request({ subresource: 'status' })],
    [true, { resources: [{ resources: ['*'] }] }, request({ subresource: 'status' })],
    [true, { resources: [{ resources: ['pods'], resourceNames: ['a'] }] }, request()],
    [false, { resources: [{ resources: ['pods'], resourceNames: ['b'] }] }, request()],
    [false, { resources: [{}] }, request({ path: '/healthz' })],
    [true, { nonResourceURLs: ['/healthz*'] }, request({ path: '/healthz/etcd' })],
    [true, { nonResourceURLs: ['/healthz'] }, request({ path: '/healthz' })],
    [false, { nonResourceURLs: ['/healthz'] }, request({ path: '/healthz/etcd' })],
    [true, { nonResourceURLs: ['*'] }, request({ path: '/version' })],
    [false, { nonResourceURLs: ['*'] }, request()],
  ])('%s: %j', (expected, rule, asked) => {
    const { level } = decide(parseAuditPolicy(policy({ level: 'Metadata', ...rule }), 25), asked)
    expect(level).toBe(expected ? 'Metadata' : 'None')
  })

  it('takes the first one, with the stages and fields that it leaves out', () => {
    const text = `
apiVersion: audit.orch.io/v1
kind: Policy
omitStages: [RequestReceived]
omitManagedFields: true
rules:
- level: None
  users: [joe]
- level: Request
  omitStages: [ResponseStarted]
  omitManagedFields: false
  resources:
  - group: ""
    resources: [pods]
- level: Metadata
`
    const parsed = parseAuditPolicy(text, 25)
    expect(decide(parsed, request({}, { name: 'joe', groups: [] })).level).toBe('None')
    expect(decide(parsed, request())).toEqual({
      level: 'Request',
      omitStages: ['RequestReceived', 'ResponseStarted'],
      omitManagedFields: false,
      namesResource: true,
    })
    expect(decide(parsed, request({ resource: 'nodes' }))).toMatchObject({
      level: 'Metadata',
      omitManagedFields: true,
      namesResource: false,
    })
  })
})

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
