import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../machinery/base64'
import { parseClientConfig, resolveConnection } from '../../../machinery/client-config'
import { maskedFile } from '../../state/client-user'
import type { Credential, StoredIdentity } from '../../state/keyring'
import { contextsOf, endOfCredential, exportFile } from './client-files'
import { EXAMPLE_FILE } from './example-file'

const PEM = '-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----\n'
const KEY = '-----BEGIN PRIVATE KEY-----\nQQ==\n-----END PRIVATE KEY-----\n'
const EXEC = {
  command: 'get-token',
  args: ['a'],
  env: [{ name: 'B', value: 'c' }],
  apiVersion: 'client.authentication.orch.io/v1',
  installHint: 'install it',
  provideClusterInfo: true,
  interactiveMode: 'Never',
} as const
const PROVIDER = {
  issuer: 'https://i.example',
  clientId: 'c',
  clientSecret: 's3cret',
  refreshToken: 'refr3sh',
  idToken: '',
  ca: PEM,
}
const somebody = (name: string, credential: Credential): StoredIdentity => ({
  id: `${credential.type}:${name}`,
  name,
  groups: [],
  note: '',
  credential,
})
const PEOPLE: StoredIdentity[] = [
  somebody('tom', { type: 'token', token: 't0ken' }),
  somebody('cora', { type: 'certificate', certificate: PEM, key: KEY }),
  somebody('olga', { type: 'openid', provider: PROVIDER }),
  somebody('eva', { type: 'exec', exec: EXEC }),
  somebody('basil', { type: 'header', authorization: `Basic ${encodeText('basil:p:w')}` }),
]
const PLACE = { cluster: 'orchard', server: 'https://127.0.0.1:6443', ca: PEM }

describe('files that are written', () => {
  const text = exportFile(PLACE, PEOPLE)

  it('are read back as the same people', async () => {
    const contexts = await contextsOf(parseClientConfig(text))
    expect(contexts.map(({ name, current, error }) => ({ name, current, error }))).toEqual(
      PEOPLE.map(({ name }, i) => ({ name: `${name}@orchard`, current: i === 0, error: undefined })),
    )
    const credentials = contexts.map(({ kept }) => kept?.credential)
    expect(credentials.slice(0, 2)).toEqual(PEOPLE.slice(0, 2).map(({ credential }) => credential))
    expect(credentials[2]).toEqual(PEOPLE[2]?.credential)
    expect(credentials[3]).toMatchObject({
      exec: EXEC,
      cluster: { server: PLACE.server, 'certificate-authority-data': encodeText(PEM), config: null },
    })
    expect(credentials[4]).toEqual(PEOPLE[4]?.credential)
  })

  it('lead other clients to the same place', async () => {
    const connection = await resolveConnection(parseClientConfig(text), () => '', 'cora@orchard')
    expect(connection).toMatchObject({ server: PLACE.server, ca: PEM, clientCertificate: PEM, clientKey: KEY })
  })

  it('keep two of one name apart', async () => {
    const twins = [somebody('tom', { type: 'token', token: 'a' }), somebody('tom', { type: 'exec', exec: EXEC })]
    const contexts = await contextsOf(parseClientConfig(exportFile(PLACE, twins)))
    expect(contexts.map(({ kept }) => kept?.credential.type)).toEqual(['token', 'exec'])
  })

  it('show nothing secret when they are masked', () => {
    const masked = maskedFile(text)
    for (const secret of ['t0ken', 's3cret', 'refr3sh', encodeText(KEY), 'p:w']) {
      expect(text).toContain(secret)
      expect(masked).not.toContain(secret)
    }
    expect(masked).toContain('https://i.example')
    expect(masked).toContain(encodeText(PEM))
  })
})

describe('files that are read', () => {
  it('can name plugins and people to impersonate', async () => {
    const [alice, badge, asBob] = await contextsOf(parseClientConfig(EXAMPLE_FILE))
    expect(alice).toMatchObject({ id: 'file:alice@orchard', kept: { credential: { type: 'token' } } })
    expect(badge).toMatchObject({
      current: true,
      kept: { credential: { type: 'exec', cluster: { config: { audience: 'orchard', door: 'north' } } } },
    })
    expect(asBob?.id).toBe('user:bob+auditors;by=file:alice-as-bob@orchard')
  })

  it.each([
    ['{}', []],
    ['contexts: [{name: a, context: {cluster: c}}]', [['anonymous', undefined]]],
    ['contexts: [{name: a, context: {user: u}}]', [['', /user "u" does not exist/]]],
    [
      'contexts: [{name: a, context: {user: u}}]\nusers: [{name: u, user: {client-key: /k}}]',
      [['', /refers to the file \/k/]],
    ],
    [
      'contexts: [{name: a, context: {user: u}}]\nusers: [{name: u, user: {auth-provider: {name: gcp}}}]',
      [['', /only oidc/]],
    ],
    ['contexts: [{name: a, context: {user: u}}]\nusers: [{name: u, user: {exec: {command: c}}}]', [['', /apiVersion/]]],
    [
      'contexts: [{name: a, context: {user: u}}]\nusers: [{name: u, user: {client-key-data: "%"}}]',
      [['', /not base64/]],
    ],
  ] as [string, [string, RegExp | undefined][]][])('say what can not be used: %s', async (text, expected) => {
    const contexts = await contextsOf(parseClientConfig(text))
    expect(contexts.map(({ id }) => id)).toEqual(expected.map(([id]) => id))
    contexts.forEach(({ error }, i) => {
      const why = expected[i]?.[1]
      if (why) expect(error).toMatch(why)
      else expect(error).toBeUndefined()
    })
  })
})

it('sees the end of tokens that say it', () => {
  const jwt = `${encodeText('{}').replace(/=+$/, '')}.${encodeText('{"exp":5}').replace(/=+$/, '')}.x`
  expect(endOfCredential({ type: 'token', token: jwt })).toBe(5000)
  expect(endOfCredential({ type: 'openid', provider: { ...PROVIDER, idToken: jwt } })).toBe(5000)
  expect(endOfCredential({ type: 'token', token: 'opaque' })).toBeUndefined()
  expect(endOfCredential({ type: 'certificate', certificate: PEM, key: KEY })).toBeUndefined()
})
