import { describe, expect, it } from 'vitest'
import type { AuditedRequest } from './audit'
import { parseAuditPolicy } from './policy'
import { decide } from './policy-decision'

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
    [false, { resources: [{ group: '*' }] }, request()],
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

  it.each([
    [35, 'None'],
    [36, 'Metadata'],
  ])('the group * means in release 1.%i: %s', (release, expected) => {
    const rules = policy({ level: 'Metadata', resources: [{ group: '*', resources: ['pods'] }] })
    expect(decide(parseAuditPolicy(rules, release), request()).level).toBe(expected)
    expect(decide(parseAuditPolicy(rules, release), request({ resource: 'nodes' })).level).toBe('None')
  })

  it('is the first match, with the stages and fields that it omits', () => {
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
