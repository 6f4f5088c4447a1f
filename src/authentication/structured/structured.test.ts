import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import { signClaims } from '../../pki/token-keys'
import { provider, TCP } from '../../testing/authentication-world'
import { startCluster, type TestCluster } from '../../testing/cluster'

/** The example of the public documentation, "Using Authentication Configuration": its statements, through the whole server. */
const ISSUER = 'https://example.com'
const CONFIGURATION = {
  apiVersion: 'apiserver.config.orch.io/v1',
  kind: 'AuthenticationConfiguration',
  jwt: [
    {
      issuer: { url: ISSUER, audiences: ['my-app', 'my-other-app'], audienceMatchPolicy: 'MatchAny' },
      claimValidationRules: [
        { claim: 'hd', requiredValue: 'example.com' },
        { expression: 'claims.exp - claims.nbf <= 86400', message: 'total token lifetime must not exceed 24 hours' },
      ],
      claimMappings: {
        username: { expression: 'claims.username + ":external-user"' },
        groups: { expression: 'claims.roles.split(",")' },
        uid: { expression: 'claims.sub' },
        extra: [{ key: 'example.com/tenant', valueExpression: 'claims.tenant' }],
      },
      userValidationRules: [
        { expression: "!user.username.startsWith('system:')", message: 'username cannot use reserved system: prefix' },
        { expression: "user.groups.all(group, !group.startsWith('system:'))", message: 'groups cannot either' },
      ],
    },
  ],
  anonymous: { enabled: true, conditions: [{ path: '/livez' }] },
}

let cluster: TestCluster
beforeAll(async () => {
  const answers: Readonly<Record<string, object>> = {
    [`${ISSUER}/.well-known/openid-configuration`]: { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` },
    [`${ISSUER}/keys`]: { keys: provider.verification.map(({ jwk }) => jwk) },
  }
  cluster = await startCluster(
    ['--release=1.35', '--controllers=-*', '--authentication-config=/authn.json', '--authorization-mode=RBAC'],
    {
      files: { '/authn.json': JSON.stringify(CONFIGURATION) },
      outside: {
        fetch: ({ url }) => Promise.resolve(Response.json(answers[url] ?? {}, { status: answers[url] ? 200 : 404 })),
      },
    },
  )
})
afterAll(() => cluster.stop())

/** Who the server says that the bearer of these claims is; the status of a refusal. */
async function bearer(claims: Record<string, unknown>): Promise<unknown> {
  const now = Math.floor(cluster.clock.now() / 1000)
  const all = {
    iss: ISSUER,
    aud: 'my-app',
    sub: 'auth',
    username: 'foo',
    roles: 'user,admin',
    tenant: '72f988bf',
    hd: 'example.com',
    nbf: now,
    exp: now + 3600,
    ...claims,
  }
  const token = await signClaims(provider, JSON.parse(JSON.stringify(all)) as Record<string, string>)
  const request = new Request('https://orchard.invalid/apis/authentication.orch.io/v1/selfsubjectreviews', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'authentication.orch.io/v1', kind: 'SelfSubjectReview' }),
  })
  const answer = await cluster.controlPlane.fetch(request, TCP)
  const { status } = (await answer.json()) as JsonObject & { status?: { userInfo?: unknown } }
  return answer.status === 201 ? status?.userInfo : answer.status
}

const USER = {
  username: 'foo:external-user',
  uid: 'auth',
  groups: ['user', 'admin', 'system:authenticated'],
  extra: { 'example.com/tenant': ['72f988bf'] },
}
it.each<[string, Record<string, unknown>, unknown]>([
  ['a token that meets all rules', {}, USER],
  ['any of several audiences', { aud: ['another', 'my-other-app'] }, USER],
  ['no role', { roles: '' }, { ...USER, groups: ['system:authenticated'] }],
  ['no tenant in the token', { tenant: undefined }, 401],
  ['a tenant without a value', { tenant: '' }, { username: USER.username, uid: 'auth', groups: USER.groups }],
  ['another audience', { aud: 'another' }, 401],
  ['another value of a required claim', { hd: 'other.com' }, 401],
  ['a required claim that is missing', { hd: undefined }, 401],
  ['too long a lifetime', { exp: 4_102_444_800 }, 401],
  ['a user of the system', { username: 'system:foo' }, 401],
  ['a group of the system', { roles: 'user,system:masters' }, 401],
  ['a name that is no text', { username: 7 }, 401],
])('%s', async (_, claims, who) => {
  const found = await bearer(claims)
  if (typeof who === 'number') expect(found).toBe(who)
  else expect(found).toMatchObject(who as object)
})

it.each([
  ['/livez', 200],
  ['/readyz', 401],
  ['/api', 401],
])('without a token, %s is answered with %i', async (path, status) => {
  const request = new Request(`https://orchard.invalid${path}`)
  expect((await cluster.controlPlane.fetch(request, TCP)).status).toBe(status)
})
