import { describe, expect, it } from 'vitest'
import { encodeText } from '../../machinery/base64'
import type { Json } from '../../machinery/json'
import { readCredentials } from './credentials'

const configuration = (value: Json, files: Record<string, string> = {}) => ({
  value,
  where: 'admission.yaml: ValidatingAdmissionWebhook',
  read: (name: string) =>
    files[name] === undefined ? Promise.reject(new Error(`no file ${name}`)) : Promise.resolve(files[name]),
})
const V1 = {
  apiVersion: 'apiserver.config.orch.io/v1',
  kind: 'WebhookAdmissionConfiguration',
  kubeConfigFile: 'users.yaml',
}
const users = (list: Record<string, unknown>): string =>
  JSON.stringify({ kind: 'Config', users: Object.entries(list).map(([name, user]) => ({ name, user })) })

const token = (value: string) => ({ authorization: `Bearer ${value}` })

describe('credentials for webhooks', () => {
  const LIST = users({
    'exact.default.svc': { token: 'exact' },
    'exact.default.svc:8443': { token: 'exact-port' },
    '*.default.svc': { token: 'any-in-default' },
    '*.svc': { token: 'any-service' },
    'hooks.example.com:9443': { token: 'url-port' },
    '*.example.com': { username: 'u', password: 'p' },
    '*': { 'client-certificate-data': encodeText('CERT'), 'client-key-data': encodeText('KEY') },
  })
  it.each<[string, object]>([
    ['exact.default.svc:443', token('exact')],
    ['exact.default.svc:8443', token('exact-port')],
    ['other.default.svc:443', token('any-in-default')],
    ['other.team.svc:443', token('any-service')],
    ['hooks.example.com:9443', token('url-port')],
    ['hooks.example.com:443', { authorization: `Basic ${encodeText('u:p')}` }],
    ['a.b.example.com:443', { authorization: `Basic ${encodeText('u:p')}` }],
    // The star matches leading labels, and a non-default port is part of the name.
    ['a.example.com:8443', { clientCertificate: 'CERT', clientKey: 'KEY' }],
    ['localhost:443', { clientCertificate: 'CERT', clientKey: 'KEY' }],
  ])('%s', async (target, expected) => {
    const credentials = await readCredentials(configuration(V1, { 'users.yaml': LIST }))
    expect(credentials(target)).toEqual(expected)
  })

  it('calls anonymously without a configuration or file, and if no user matches', async () => {
    expect((await readCredentials(undefined))('a:443')).toEqual({})
    const { kubeConfigFile: _file, ...bare } = V1
    expect((await readCredentials(configuration(bare)))('a:443')).toEqual({})
    const other = await readCredentials(configuration(V1, { 'users.yaml': users({ 'b.c': { token: 't' } }) }))
    expect(other('a:443')).toEqual({})
  })

  it('reads the format of releases before 1.17', async () => {
    const old = { apiVersion: 'apiserver.orch.io/v1alpha1', kind: 'WebhookAdmission', kubeConfigFile: 'users.yaml' }
    const credentials = await readCredentials(
      configuration(old, { 'users.yaml': users({ '*': { tokenFile: 'token' } }), token: ' abc\n' }),
    )
    expect(credentials('a:443')).toEqual(token('abc'))
  })

  it.each<[string, Json, Record<string, string>, string]>([
    ['another kind', { ...V1, kind: 'Other' }, {}, 'kind must be "WebhookAdmissionConfiguration"'],
    ['another version', { ...V1, apiVersion: 'v1' }, {}, 'apiVersion must be'],
    ['an unknown field', { ...V1, kubeconfig: 'x' }, {}, 'unknown field "kubeconfig"'],
    ['a file that is not there', V1, {}, 'no file users.yaml'],
    ['half a certificate', V1, { 'users.yaml': users({ a: { 'client-key-data': 'eA==' } }) }, 'needs both'],
    ['a credential that can not be used', V1, { 'users.yaml': users({ a: { exec: {} } }) }, 'exec is not supported'],
    ['what is no configuration', V1, { 'users.yaml': '[]' }, 'a client configuration is an object'],
  ])('refuses %s', async (_what, value, files, message) => {
    await expect(readCredentials(configuration(value, files))).rejects.toThrow(message)
  })
})
