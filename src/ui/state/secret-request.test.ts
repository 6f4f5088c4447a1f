import { describe, expect, it } from 'vitest'
import { isSecretBody, shareable, withoutCredentials } from './secret-request'

describe('what is secret in a request', () => {
  it.each([
    ['/api/v1/namespaces/default/secrets', '{}', true],
    ['/api/v1/namespaces/default/secrets/s?fieldManager=m', '{}', true],
    ['/api/v1/namespaces/default/secrets', ' ', false],
    ['/api/v1/namespaces/secrets/configmaps', '{}', false],
    ['/api/v1/namespaces/secrets', '{}', false],
    ['/api/v1/namespaces/n/serviceaccounts/s/token', '{}', true],
    ['/apis/authentication.orch.io/v1/tokenreviews', '{}', true],
    ['/apis/example.com/v1/secrets', '{}', false],
    ['/api/v1/namespaces/n/configmaps', 'data: "-----BEGIN PRIVATE KEY-----"', true],
    ['/wherever', '{"kind": "Secret"}', true],
    ['/wherever', 'kind: Secretary', false],
  ])('%s with %j: %s', (path, body, secret) => {
    expect(isSecretBody(path, body)).toBe(secret)
  })

  it.each([
    ['Accept: a\nAuthorization: Bearer x\nX: y', 'Accept: a\nX: y'],
    [' proxy-authorization : x\ncookie: y', ''],
    ['X-Authorization: no', 'X-Authorization: no'],
  ])('headers %j are shared as %j', (headers, shared) => {
    expect(withoutCredentials(headers)).toBe(shared)
  })

  it('is omitted from shared texts', () => {
    const request = { method: 'POST', path: '/api/v1/namespaces/n/secrets', headers: 'Authorization: x', body: '{}' }
    expect(shareable(request)).toEqual({ ...request, headers: '', body: '' })
    const other = { method: 'POST', path: '/api/v1/namespaces/n/configmaps', headers: 'X: y', body: '{}' }
    expect(shareable(other)).toEqual(other)
  })
})
