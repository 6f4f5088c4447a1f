import { beforeEach, describe, expect, it } from 'vitest'
import type { OutsideTrust } from '../machinery/egress'
import { encodeText } from '../machinery/base64'
import { createFakeClock } from '../testing/fake-clock'
import { MemoryReader } from '../testing/memory-reader'
import { binding, request, role, rule } from '../testing/rbac'
import { parseFeatureGates } from '../api/releases/feature-gates'
import type { Decision } from './authorizer'
import { createAuthorizer } from './create'
import type { AuthorizerEnvironment } from './modes'
import { RBAC_RESOURCES } from './policy'

const CONFIG = `
current-context: c
clusters: [{ name: r, cluster: { server: 'https://policy.example.com/authorize', certificate-authority-data: ${encodeText('CA')} } }]
users: [{ name: u, user: { token: secret } }]
contexts: [{ name: c, context: { cluster: r, user: u } }]
`
const clock = createFakeClock()
let asked: {
  body: { apiVersion: string; spec: Record<string, unknown> }
  headers: Headers
  trust: OutsideTrust | undefined
}[]
let answer: (body: { apiVersion: string }) => Response | Promise<Response>
let flags: Record<string, string>
let release: number
let counted: string[]
let changed: () => unknown
let files: Record<string, string>

const env = (): AuthorizerEnvironment => ({
  reader: new MemoryReader()
    .put(RBAC_RESOURCES.Role, role('a', 'reader', rule('get pods')))
    .put(RBAC_RESOURCES.RoleBinding, binding('a', 'reader', 'R:reader', 'alice')),
  clock,
  outside: {
    async fetch(sent, trust) {
      const body = (await sent.json()) as (typeof asked)[number]['body']
      asked.push({ body, headers: sent.headers, trust })
      return answer(body)
    },
  },
  files: {
    read: (name) => files[name] ?? Promise.reject(new Error(`${name}: no such file`)),
    watch: (_, listener) => (changed = listener),
  },
  flag: (name) => flags[name],
  isSet: (name) => flags[name] !== undefined,
  served: { release, feature: parseFeatureGates([], release).enabled },
  metrics: {
    count: (name, labels) => void counted.push(`${name} ${Object.values(labels).join(' ')}`),
    gauge: () => undefined,
    observe: () => undefined,
    observer: () => () => undefined,
  },
  lifetime: new AbortController().signal,
  log: () => undefined,
})
const status = (apiVersion: string, value: object) =>
  Response.json({ apiVersion, kind: 'SubjectAccessReview', status: value })
const say = (value: object) => {
  answer = ({ apiVersion }) => status(apiVersion, value)
}

beforeEach(() => {
  asked = []
  release = 25
  counted = []
  flags = { 'authorization-webhook-config-file': 'hook.yaml', 'authorization-policy-file': 'abac.jsonl' }
  files = {
    'hook.yaml': CONFIG,
    'abac.jsonl':
      '{"apiVersion":"abac.authorization.orch.io/v1beta1","kind":"Policy","spec":{"user":"bob","namespace":"*","resource":"*","apiGroup":"*"}}',
  }
  say({ allowed: false })
})

const decide = async (modes: string[], text: string, user = 'alice', groups: string[] = []): Promise<Decision> =>
  (await createAuthorizer(modes, env())).authorize(request(user, text, groups))

/** Advances the clock until the answer arrives. */
async function whileTimePasses<T>(pending: Promise<T>): Promise<T> {
  let done = false
  const finish = () => {
    done = true
  }
  pending.then(finish, finish)
  while (!done) {
    await clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return pending
}

describe('modes in order', () => {
  it.each<[string, string[], string, string, string, string[]?]>([
    ['the first that allows decides', ['RBAC', 'AlwaysDeny'], 'alice', 'get pods in a', 'allow'],
    ['no opinion leaves it to the next', ['AlwaysDeny', 'RBAC'], 'alice', 'get pods in a', 'allow'],
    ['when none allows, nobody may', ['Node', 'RBAC'], 'bob', 'get pods in a', 'no-opinion'],
    ['a policy file', ['RBAC', 'ABAC'], 'bob', 'get pods in a', 'allow'],
    ['always', ['AlwaysAllow'], 'bob', 'delete nodes named n', 'allow'],
    ['never', ['AlwaysDeny'], 'alice', 'get pods in a', 'no-opinion'],
    [
      'the privileged group, whatever they say',
      ['AlwaysDeny'],
      'root',
      'delete nodes named n',
      'allow',
      ['system:masters'],
    ],
  ])('%s', async (_what, modes, user, text, verdict, groups) => {
    expect((await decide(modes, text, user, groups)).verdict).toBe(verdict)
  })

  it('gives the reasons of all modes', async () => {
    expect((await decide(['AlwaysDeny', 'ABAC'], 'get pods in a', 'eve')).reason).toBe(
      'Everything is forbidden.\nNo policy matched.',
    )
  })

  it.each([
    ['nothing', [], 'at least one authorization mode'],
    ['an unknown mode', ['RBAC', 'Magic'], '"Magic" is not an authorization mode'],
    ['a mode twice', ['RBAC', 'RBAC'], 'RBAC is given twice'],
    ['a name of every object', ['toString'], '"toString" is not an authorization mode'],
  ])('refuses %s', async (_what, modes, message) => {
    await expect(createAuthorizer(modes, env())).rejects.toThrow(message)
  })

  it.each([
    ['ABAC', 'authorization-policy-file'],
    ['Webhook', 'authorization-webhook-config-file'],
  ])('%s needs --%s', async (mode, name) => {
    flags = {}
    await expect(createAuthorizer([mode], env())).rejects.toThrow(`needs --${name}`)
  })

  it('refuses what it cannot honour', async () => {
    flags['authorization-webhook-version'] = 'v2'
    await expect(createAuthorizer(['Webhook'], env())).rejects.toThrow('must be v1 or v1beta1')
    files['hook.yaml'] = CONFIG.replace(/certificate-authority-data: \S+/, 'insecure-skip-tls-verify: true')
    await expect(createAuthorizer(['Webhook'], env())).rejects.toThrow('insecure-skip-tls-verify is not supported')
  })

  it('combines the rules of all modes', async () => {
    const rules = await (
      await createAuthorizer(['RBAC', 'Webhook'], env())
    ).rulesFor({ name: 'alice', groups: [] }, 'a')
    expect(rules).toMatchObject({
      resourceRules: [rule('get pods')],
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
    })
  })
})

describe('the webhook', () => {
  it.each<[string, object, Partial<Decision>]>([
    ['allows', { allowed: true, reason: 'because' }, { verdict: 'allow', reason: 'because' }],
    ['denies for all', { denied: true, reason: 'no' }, { verdict: 'deny', reason: 'no' }],
    ['has no opinion', { allowed: false }, { verdict: 'no-opinion' }],
    [
      'contradicts itself',
      { allowed: true, denied: true },
      { verdict: 'deny', evaluationError: 'webhook subject access review returned both allow and deny response' },
    ],
  ])('%s', async (_what, value, expected) => {
    say(value)
    expect(await decide(['Webhook', 'AlwaysDeny'], 'get pods in b')).toMatchObject(expected)
  })

  it('denies before a later mode allows', async () => {
    say({ denied: true })
    expect((await decide(['Webhook', 'RBAC'], 'get pods in a')).verdict).toBe('deny')
  })

  it('is asked in the version of the flag', async () => {
    await decide(['Webhook'], 'get pods/log in b of apps named p', 'bob', ['devs'])
    flags['authorization-webhook-version'] = 'v1'
    await decide(['Webhook'], 'get /version', 'bob', ['devs'])
    expect(asked.map(({ body }) => [body.apiVersion, body.spec])).toEqual([
      [
        'authorization.orch.io/v1beta1',
        {
          user: 'bob',
          group: ['devs'],
          resourceAttributes: {
            namespace: 'b',
            verb: 'get',
            group: 'apps',
            version: 'v1',
            resource: 'pods',
            subresource: 'log',
            name: 'p',
          },
        },
      ],
      [
        'authorization.orch.io/v1',
        { user: 'bob', groups: ['devs'], nonResourceAttributes: { path: '/version', verb: 'get' } },
      ],
    ])
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret')
    expect(asked[0]?.trust).toEqual({ ca: 'CA' })
  })

  it('has its answers cached, approvals longer than refusals', async () => {
    const authorizer = await createAuthorizer(['Webhook'], env())
    const ask = (user: string) => authorizer.authorize(request(user, 'get pods in b'))
    say({ allowed: true })
    await ask('bob')
    say({ allowed: false })
    await ask('eve')
    expect(asked).toHaveLength(2)
    await clock.advance(29_000)
    expect([await ask('bob'), await ask('eve')].map(({ verdict }) => verdict)).toEqual(['allow', 'no-opinion'])
    expect(asked).toHaveLength(2)
    await clock.advance(2_000)
    await ask('eve')
    expect(asked).toHaveLength(3)
    await clock.advance(271_000)
    expect((await ask('bob')).verdict).toBe('no-opinion')
    expect(asked).toHaveLength(4)
  })

  it('is called each time for very long names', async () => {
    const authorizer = await createAuthorizer(['Webhook'], env())
    await authorizer.authorize(request('bob', `get pods in b named ${'x'.repeat(10_000)}`))
    await authorizer.authorize(request('bob', `get pods in b named ${'x'.repeat(10_000)}`))
    expect(asked).toHaveLength(2)
  })

  it('is tried again when the connection is reset, and then gives no opinion', async () => {
    let calls = 0
    answer = ({ apiVersion }) => {
      if (++calls < 3) throw new Error('read ECONNRESET')
      return status(apiVersion, { allowed: true })
    }
    expect((await whileTimePasses(decide(['Webhook'], 'get pods in b'))).verdict).toBe('allow')
    answer = () => new Response('', { status: 500 })
    expect(await whileTimePasses(decide(['Webhook'], 'get pods in b'))).toEqual({
      verdict: 'no-opinion',
      reason: '',
      evaluationError:
        'Failed to make webhook authorizer request: an error on the server ("unknown") has prevented the request from succeeding',
    })
    expect(asked).toHaveLength(3 + 5)
  })

  it.each<[string, () => Response, string]>([
    ['a refusal', () => new Response('not you', { status: 403 }), 'request: not you'],
    ['no JSON', () => new Response('hello'), 'JSON'],
    ['another version', () => status('authorization.orch.io/v1', { allowed: true }), 'must be a SubjectAccessReview'],
  ])('treats %s as no answer', async (_what, make, message) => {
    answer = make
    const decision = await decide(['Webhook'], 'get pods in b')
    expect(decision.verdict).toBe('no-opinion')
    expect(decision.evaluationError).toContain(message)
  })
})

describe('the configuration file', () => {
  const WEBHOOK = {
    timeout: '3s',
    subjectAccessReviewVersion: 'v1',
    failurePolicy: 'NoOpinion',
    matchConditionSubjectAccessReviewVersion: 'v1',
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/hook.yaml' },
  }
  const hook = (more: object = {}, name = 'hook') => ({ type: 'Webhook', name, webhook: { ...WEBHOOK, ...more } })
  const RBAC = { type: 'RBAC', name: 'rbac' }
  const write = (...authorizers: object[]) => {
    files['authz.yaml'] = JSON.stringify({
      apiVersion: 'apiserver.config.orch.io/v1',
      kind: 'AuthorizationConfiguration',
      authorizers,
    })
  }
  const start = (...authorizers: object[]) => {
    write(...authorizers)
    return createAuthorizer(['Node', 'RBAC'], env())
  }

  beforeEach(() => {
    release = 35
    flags = { 'authorization-config': 'authz.yaml' }
    files['/hook.yaml'] = CONFIG
    answer = ({ apiVersion }) => status(apiVersion, { allowed: true, reason: 'asked' })
  })

  it('orders authorizers, and names webhooks in metrics', async () => {
    const authorizer = await start(RBAC, hook())
    expect(await authorizer.authorize(request('alice', 'get pods in a'))).toMatchObject({
      verdict: 'allow',
      by: 'RBAC',
    })
    expect(asked).toHaveLength(0)
    expect(await authorizer.authorize(request('bob', 'get pods in a'))).toMatchObject({
      verdict: 'allow',
      by: 'Webhook',
    })
    expect(counted).toEqual([
      'apiserver_authorization_decisions_total RBAC rbac allowed',
      'apiserver_authorization_webhook_evaluations_total success hook',
      'apiserver_authorization_decisions_total Webhook hook allowed',
    ])
  })

  it.each<[string, object, string, string, string | undefined, number]>([
    [
      'asks where all conditions hold',
      { matchConditions: [{ expression: 'request.user == "bob"' }] },
      'get pods in a',
      'allow',
      undefined,
      1,
    ],
    [
      'skips where one does not',
      { matchConditions: [{ expression: 'has(request.nonResourceAttributes)' }] },
      'get pods in a',
      'no-opinion',
      undefined,
      0,
    ],
    [
      'skips where one does not, though another fails',
      { matchConditions: [{ expression: 'request.groups[3] == ""' }, { expression: 'false' }] },
      'get pods in a',
      'no-opinion',
      undefined,
      0,
    ],
    [
      'skips where one fails',
      { matchConditions: [{ expression: 'request.groups[3] == ""' }] },
      'get pods in a',
      'no-opinion',
      'index out of bounds',
      0,
    ],
    [
      'refuses where one fails and the policy says so',
      { failurePolicy: 'Deny', matchConditions: [{ expression: 'request.groups[3] == ""' }] },
      'get pods in a',
      'deny',
      'index out of bounds',
      0,
    ],
    [
      'knows empty texts',
      { matchConditions: [{ expression: 'request.resourceAttributes.namespace == "" && request.uid == ""' }] },
      'get nodes',
      'allow',
      undefined,
      1,
    ],
  ])('%s', async (_, more, text, verdict, error, calls) => {
    const decision = await (await start(hook(more))).authorize(request('bob', text))
    expect(decision.verdict).toBe(verdict)
    if (error === undefined) expect(decision.evaluationError).toBeUndefined()
    else expect(decision.evaluationError).toContain(error)
    expect(asked).toHaveLength(calls)
  })

  it('gives up after the time of the file, and does what the policy says', async () => {
    answer = () => new Promise<Response>(() => undefined)
    const authorizer = await start(hook({ timeout: '2s', failurePolicy: 'Deny' }), RBAC)
    expect(await whileTimePasses(Promise.resolve(authorizer.authorize(request('alice', 'get pods in a'))))).toEqual({
      verdict: 'deny',
      reason: '',
      evaluationError: 'Failed to make webhook authorizer request: context deadline exceeded',
      by: 'Webhook',
    })
  })

  it('does not cache if the file says so', async () => {
    const authorizer = await start(hook({ cacheAuthorizedRequests: false }))
    for (let i = 0; i < 3; i++) await authorizer.authorize(request('bob', 'get pods in a'))
    expect(asked).toHaveLength(3)
  })

  it('is sent selectors', async () => {
    const authorizer = await start(hook())
    const labelSelector = 'app in (b,a),!c'
    await authorizer.authorize({ ...request('bob', 'list pods in a'), fieldSelector: 'spec.nodeName=n', labelSelector })
    await authorizer.authorize({ ...request('bob', 'get pods in a'), labelSelector })
    const [list, get] = asked.map(({ body }) => body.spec.resourceAttributes)
    expect(list).toMatchObject({
      fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n'] }] },
      labelSelector: {
        requirements: [
          { key: 'app', operator: 'In', values: ['a', 'b'] },
          { key: 'c', operator: 'DoesNotExist' },
        ],
      },
    })
    expect(get).not.toHaveProperty('labelSelector')
  })

  it('is followed when it changes, unless it is wrong', async () => {
    const authorizer = await start(RBAC)
    const verdict = async () => (await authorizer.authorize(request('bob', 'get pods in a'))).verdict
    expect(await verdict()).toBe('no-opinion')
    write(RBAC, hook())
    await changed()
    expect(await verdict()).toBe('allow')
    write(hook())
    await changed()
    write(RBAC, hook({ timeout: '1h' }))
    await changed()
    expect(await verdict()).toBe('allow')
    write(RBAC)
    await changed()
    expect(await verdict()).toBe('no-opinion')
  })

  it.each<[string, Record<string, string>, number, string]>([
    ['with modes', { 'authorization-mode': 'RBAC' }, 35, 'can not be specified when --authorization-mode'],
    ['with a webhook of flags', { 'authorization-webhook-version': 'v1' }, 35, 'can not be specified when'],
    ['before its release', {}, 28, 'cannot be used without enabling StructuredAuthorizationConfiguration feature flag'],
    ['where the feature is off', {}, 29, 'cannot be used without enabling'],
  ])('is refused %s', async (_, more, at, message) => {
    flags = { ...flags, ...more }
    release = at
    await expect(start(RBAC)).rejects.toThrow(message)
  })
})
