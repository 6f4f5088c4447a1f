import { describe, expect, test } from 'vitest'
import { writeJson } from '../../machinery/json-text'
import { AUTHORIZATION_MODES } from '../modes'
import { readAuthorizationConfiguration } from './configuration'

const HOOK = {
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  failurePolicy: 'Deny',
  connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/hook.yaml' },
}
const CONDITIONS = (...expressions: string[]) => ({
  matchConditionSubjectAccessReviewVersion: 'v1',
  matchConditions: expressions.map((expression) => ({ expression })),
})
const RBAC = { type: 'RBAC', name: 'rbac' }
const webhook = (more: object = {}) => [{ type: 'Webhook', name: 'hook', webhook: { ...HOOK, ...more } }]

function read(authorizers: object[] | undefined, release = 35, version = 'v1', needed: string[] = []) {
  const content = { apiVersion: `apiserver.config.orch.io/${version}`, kind: 'AuthorizationConfiguration', authorizers }
  return readAuthorizationConfiguration(writeJson(content) ?? '', 'file', {
    release,
    selectors: release >= 32,
    modes: AUTHORIZATION_MODES,
    needed,
  })
}

test('a webhook has the times of the file, and else the usual ones', () => {
  const [plan] = read(webhook({ authorizedTTL: '1m', cacheUnauthorizedRequests: false }))
  expect(plan?.webhook).toMatchObject({ authorizedTtlMs: 60_000, unauthorizedTtlMs: 0, timeoutMs: 3000, version: 'v1' })
  expect(read(webhook())[0]?.webhook).toMatchObject({ authorizedTtlMs: 300_000, unauthorizedTtlMs: 30_000 })
})

describe('what is refused, with its place', () => {
  test.each<[string, object[] | undefined, string]>([
    ['nothing', undefined, 'authorizers: Required value: at least one authorization mode must be defined'],
    ['no type', [{ name: 'a' }], 'authorizers[0].type: Required value'],
    [
      'an unknown type',
      [{ type: 'X', name: 'x' }],
      'authorizers[0].type: Unsupported value: "X": supported values: "ABAC", "AlwaysAllow"',
    ],
    ['a type twice', [RBAC, { ...RBAC, name: 'other' }], 'authorizers[1].type: Duplicate value: "RBAC"'],
    ['no name', [{ type: 'RBAC' }], 'authorizers[0].name: Required value'],
    ['another name', [{ type: 'RBAC', name: 'roles' }], 'expected name rbac for authorizer RBAC instead of roles'],
    ['a name twice', [...webhook(), ...webhook()], 'authorizers[1].name: Duplicate value: "hook"'],
    ['a name that is none', [{ ...webhook()[0], name: 'A_B' }], 'authorizer name is invalid'],
    [
      'no webhook',
      [{ type: 'Webhook', name: 'a' }],
      'authorizers[0].webhook: Required value: required when type=Webhook',
    ],
    ['a webhook of roles', [{ ...RBAC, webhook: HOOK }], 'may only be specified when type=Webhook'],
    ['no time', webhook({ timeout: undefined }), 'authorizers[0].timeout: Required value'],
    ['too long', webhook({ timeout: '31s' }), 'authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s'],
    [
      'time that runs back',
      webhook({ authorizedTTL: '-1s' }),
      'authorizers[0].authorizedTTL: Invalid value: "-1s": must be > 0s',
    ],
    ['no duration', webhook({ unauthorizedTTL: 'soon' }), 'must be a duration'],
    [
      'another version',
      webhook({ subjectAccessReviewVersion: 'v2' }),
      'Unsupported value: "v2": supported values: "v1", "v1beta1"',
    ],
    ['no policy', webhook({ failurePolicy: undefined }), 'authorizers[0].failurePolicy: Required value'],
    ['another policy', webhook({ failurePolicy: 'Fail' }), 'supported values: "NoOpinion", "Deny"'],
    ['no connection', webhook({ connectionInfo: {} }), 'authorizers[0].connectionInfo.type: Required value'],
    [
      'the cluster itself',
      webhook({ connectionInfo: { type: 'InClusterConfig' } }),
      'is not allowed for an API server',
    ],
    [
      'a relative file',
      webhook({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'a' } }),
      'must be an absolute path',
    ],
    [
      'conditions of no version',
      webhook({ matchConditions: [{ expression: 'true' }] }),
      'required if match conditions are specified',
    ],
    ['an empty condition', webhook(CONDITIONS(' ')), 'authorizers[0].matchConditions[0].expression: Required value'],
    [
      'a condition twice',
      webhook(CONDITIONS('true', 'true')),
      'matchConditions[1].expression: Duplicate value: "true"',
    ],
    ['a condition that gives no truth', webhook(CONDITIONS('request.user')), 'must evaluate to bool but got string'],
    [
      'a condition over something else',
      webhook(CONDITIONS('request.name == ""')),
      'compilation failed: ERROR: <input>:1:8',
    ],
    [
      '65 conditions',
      webhook(CONDITIONS(...Array.from({ length: 65 }, (_, i) => `${i} == 1`))),
      'matchConditions: Too many: 65',
    ],
  ])('%s', (_, authorizers, message) => expect(() => read(authorizers)).toThrow(message))

  test('what the file had at the start must remain', () =>
    expect(() => read([RBAC], 35, 'v1', ['Node', 'RBAC'])).toThrow('missing required types: [Node]'))
})

test.each<[number, string, object[], string | undefined]>([
  [29, 'v1alpha1', [RBAC], undefined],
  [29, 'v1beta1', [RBAC], 'apiVersion must be'],
  [31, 'v1', [RBAC], 'apiVersion must be'],
  [32, 'v1', [RBAC], undefined],
  [
    33,
    'v1',
    webhook({ cacheAuthorizedRequests: true }),
    'unknown field "authorizers[0].webhook.cacheAuthorizedRequests"',
  ],
  [31, 'v1beta1', webhook(CONDITIONS('has(request.resourceAttributes.labelSelector)')), 'undefined field'],
  [32, 'v1', webhook(CONDITIONS('has(request.resourceAttributes.labelSelector)')), undefined],
])('1.%i with %s and %j', (release, version, authorizers, message) => {
  const reading = () => read(authorizers, release, version)
  if (message === undefined) expect(reading).not.toThrow()
  else expect(reading).toThrow(message)
})
