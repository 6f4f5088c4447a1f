import { describe, expect, it } from 'vitest'
import { encodeText } from './base64'
import { encodeClientConfig, parseClientConfig, resolveConnection } from './client-config'
import type { JsonObject } from './json'

const files: Record<string, string> = { '/ca.pem': 'CA', '/cert.pem': 'CERT', '/key.pem': 'KEY', '/token': 'secret\n' }
const readFile = (name: string): string => {
  const text = files[name]
  if (text === undefined) throw new Error(`${name}: no such file`)
  return text
}
const config = (cluster: string, user = '{}') => `
apiVersion: v1
kind: Config
current-context: c
clusters: [{ name: remote, cluster: ${cluster} }]
users: [{ name: me, user: ${user} }]
contexts: [{ name: c, context: { cluster: remote, user: me, namespace: here } }]
`
const resolve = (text: string) => resolveConnection(parseClientConfig(text), readFile)

describe('client configuration', () => {
  it.each([
    [
      'file names',
      config(
        '{ server: https://x/authorize, certificate-authority: /ca.pem }',
        '{ client-certificate: /cert.pem, client-key: /key.pem }',
      ),
      { ca: 'CA', clientCertificate: 'CERT', clientKey: 'KEY' },
    ],
    [
      'inline data',
      config(`{ server: https://x/authorize, certificate-authority-data: ${encodeText('DATA')} }`),
      { ca: 'DATA' },
    ],
    ['a token', config('{ server: https://x/authorize }', '{ token: t }'), { authorization: 'Bearer t' }],
    [
      'a token file',
      config('{ server: https://x/authorize }', '{ tokenFile: /token }'),
      { authorization: 'Bearer secret' },
    ],
    [
      'a password',
      config('{ server: https://x/authorize }', '{ username: u, password: p }'),
      { authorization: 'Basic dTpw' },
    ],
    ['a server name', config('{ server: https://x/authorize, tls-server-name: front }'), { serverName: 'front' }],
  ])('resolves %s', async (_what, text, expected) => {
    expect(await resolve(text)).toEqual({
      server: 'https://x/authorize',
      insecureSkipTlsVerify: false,
      namespace: 'here',
      ...expected,
    })
  })

  it.each([
    ['no object', '[]', 'is an object'],
    ['another kind', 'kind: Pod', 'kind must be "Config"'],
    ['no current context', 'kind: Config', 'current-context is not set'],
    ['an unknown context', 'current-context: x', 'context "x" does not exist'],
    [
      'an unknown cluster',
      'current-context: x\ncontexts: [{ name: x, context: { cluster: other } }]',
      'cluster "other" does not exist',
    ],
    ['no server', config('{}'), 'names no server'],
    [
      'a certificate without its key',
      config('{ server: https://x }', '{ client-certificate: /cert.pem }'),
      'needs both',
    ],
    ['bad base64', config('{ server: https://x, certificate-authority-data: "%" }'), 'is not base64'],
    ['a missing file', config('{ server: https://x, certificate-authority: /none }'), '/none: no such file'],
    ['broken YAML', 'a: [', 'the text is not YAML: line 1'],
  ])('refuses %s', async (_what, text, message) => {
    await expect((async () => resolve(text))()).rejects.toThrow(message)
  })
})

it('reads back what it writes', () => {
  const written = {
    currentContext: 'c',
    clusters: new Map([['k', { server: 'https://k', 'certificate-authority-data': encodeText('PEM') }]]),
    users: new Map<string, JsonObject>([
      ['u', { exec: { command: 'login', apiVersion: 'client.authentication.orch.io/v1', interactiveMode: 'Never' } }],
    ]),
    contexts: new Map([['c', { cluster: 'k', user: 'u', namespace: 'n' }]]),
  }
  expect(parseClientConfig(encodeClientConfig(written))).toEqual(written)
})
