import { describe, expect, test } from 'vitest'
import { parseFeatureGates } from '../../api/releases/feature-gates'
import { writeJson } from '../../machinery/json-text'
import { readAuthenticationConfiguration } from './configuration'

const ISSUER = { url: 'https://idp.example', audiences: ['app'] }
const USERNAME = { claim: 'sub', prefix: '' }
const GOOD = { issuer: ISSUER, claimMappings: { username: USERNAME } }

function read(content: object, release = 35, apiVersion = 'v1', gates: string[] = []) {
  const text = writeJson({
    apiVersion: `apiserver.config.orch.io/${apiVersion}`,
    kind: 'AuthenticationConfiguration',
    ...content,
  })
  const served = { release, feature: parseFeatureGates(gates, release).enabled }
  return readAuthenticationConfiguration(text ?? '', 'file', served, ['https://orch.default.svc'])
}
const jwt = (more: object) => ({ jwt: [{ ...GOOD, ...more }] })
const issuer = (more: object) => jwt({ issuer: { ...ISSUER, ...more } })
const mappings = (more: object) => jwt({ claimMappings: { username: USERNAME, ...more } })

describe('what is refused, with its place', () => {
  test.each<[string, object, string]>([
    ['an unknown field', issuer({ audience: 'x' }), 'file: unknown field "jwt[0].issuer.audience"'],
    ['no issuer', { jwt: [{ claimMappings: { username: USERNAME } }] }, 'jwt[0].issuer.url: Required value'],
    ['no TLS', issuer({ url: 'http://a' }), 'jwt[0].issuer.url: Invalid value: "http://a": URL scheme must be https'],
    ['a user in the address', issuer({ url: 'https://u@a' }), 'URL must not contain a username or password'],
    ['a query', issuer({ url: 'https://a?b=c' }), 'URL must not contain a query'],
    ['a fragment', issuer({ url: 'https://a#b' }), 'URL must not contain a fragment'],
    [
      "the cluster's own issuer",
      issuer({ url: 'https://orch.default.svc' }),
      'URL must not overlap with disallowed issuers: [https://orch.default.svc]',
    ],
    [
      'discovery at the issuer',
      issuer({ discoveryURL: 'https://idp.example/' }),
      'discoveryURL must be different from URL',
    ],
    [
      'no audience',
      issuer({ audiences: [] }),
      'jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required',
    ],
    [
      'one audience twice',
      issuer({ audiences: ['a', 'a'], audienceMatchPolicy: 'MatchAny' }),
      'audiences[1]: Duplicate value: "a"',
    ],
    [
      'several audiences',
      issuer({ audiences: ['a', 'b'] }),
      'audienceMatchPolicy must be MatchAny for multiple audiences',
    ],
    [
      'no certificate',
      issuer({ certificateAuthority: 'x' }),
      'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>"',
    ],
    ['an egress selector', issuer({ egressSelectorType: 'cluster' }), 'there is no egress selector here'],
    ['the same issuer twice', { jwt: [GOOD, GOOD] }, 'jwt[1].issuer.url: Duplicate value: "https://idp.example"'],
    ['65 issuers', { jwt: Array.from({ length: 65 }, () => GOOD) }, 'jwt: Too many: 65: must have at most 64 items'],
    [
      'no user name',
      mappings({ username: {} }),
      'jwt[0].claimMappings.username: Required value: claim or expression is required',
    ],
    [
      'no prefix',
      mappings({ username: { claim: 'sub' } }),
      'jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set',
    ],
    [
      'a prefix of an expression',
      mappings({ username: { expression: 'claims.sub', prefix: '' } }),
      'may not be specified when expression is set',
    ],
    [
      'two sources',
      mappings({ groups: { claim: 'a', expression: 'claims.b' } }),
      'groups: Invalid value: "": claim and expression can\'t both be set',
    ],
    [
      'an expression that is none',
      mappings({ uid: { expression: 'claims.' } }),
      'jwt[0].claimMappings.uid.expression: Invalid value: "claims.": compilation failed: ERROR: <input>:1:8',
    ],
    [
      'an address that may not be verified',
      mappings({ username: { expression: 'claims.email' } }),
      'claims.email_verified must be used in',
    ],
    [
      'an extra key without a domain',
      mappings({ extra: [{ key: 'a', valueExpression: "'b'" }] }),
      'extra[0].key: Invalid value: "a": must be a domain-prefixed path',
    ],
    ['an extra key in capitals', mappings({ extra: [{ key: 'a.b/C', valueExpression: "'b'" }] }), 'must be lowercase'],
    ["an extra key of the system's", mappings({ extra: [{ key: 'x.orch.io/c', valueExpression: "'b'" }] }), 'reserved'],
    [
      'a rule without a rule',
      jwt({ claimValidationRules: [{}] }),
      'jwt[0].claimValidationRules[0]: Required value: claim or expression is required',
    ],
    [
      'a rule that gives no truth',
      jwt({ claimValidationRules: [{ expression: 'claims.a' }] }),
      'must evaluate to bool',
    ],
    [
      'one rule twice',
      jwt({ userValidationRules: [{ expression: 'true' }, { expression: 'true' }] }),
      'userValidationRules[1].expression: Duplicate value: "true"',
    ],
    [
      'an unknown field of users',
      jwt({ userValidationRules: [{ expression: "user.name == 'a'" }] }),
      'undefined field',
    ],
    [
      'conditions of nobody',
      { anonymous: { enabled: false, conditions: [{ path: '/livez' }] } },
      'anonymous.conditions: Invalid value',
    ],
  ])('%s', (_, content, message) => expect(() => read(content)).toThrow(message))

  test('all errors are reported together', () =>
    expect(() => read({ jwt: [{}] })).toThrow(
      /^file: \[jwt\[0\]\.issuer\.url: .*, jwt\[0\]\.claimMappings\.username: /,
    ))
})

describe('releases', () => {
  test.each<[number, string, object, string | undefined]>([
    [29, 'v1alpha1', jwt({}), undefined],
    [29, 'v1beta1', jwt({}), 'apiVersion must be "apiserver.config.orch.io/v1alpha1"'],
    [29, 'v1alpha1', issuer({ discoveryURL: 'https://b' }), 'unknown field "jwt[0].issuer.discoveryURL"'],
    [30, 'v1beta1', issuer({ discoveryURL: 'https://b' }), undefined],
    [30, 'v1beta1', { anonymous: { enabled: true } }, 'unknown field "anonymous"'],
    [31, 'v1beta1', { anonymous: { enabled: true } }, 'anonymous: Forbidden: anonymous is not supported when'],
    [32, 'v1beta1', { anonymous: { enabled: true } }, undefined],
    [33, 'v1', jwt({}), 'apiVersion must be'],
    [34, 'v1', jwt({}), undefined],
    [31, 'v1beta1', mappings({ extra: [{ key: 'x.orch.io/c', valueExpression: "'b'" }] }), undefined],
  ])('1.%i with %s', (release, version, content, message) => {
    const reading = () => read(content, release, version)
    if (message === undefined) expect(reading).not.toThrow()
    else expect(reading).toThrow(message)
  })
})
