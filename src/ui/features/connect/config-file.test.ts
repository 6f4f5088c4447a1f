import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { credentialsOf, parseClientConfig } from '../../../machinery/client-config'
import { identityOf, tokenIdentity } from '../../state/identity'
import type { StoredIdentity } from '../../state/keyring'
import { configFile, credentialId, writingLine } from './config-file'

const PLACE = { server: 'https://localhost:5174', authority: 'PEM' }
const bob: StoredIdentity = {
  id: 'token:bob',
  name: 'bob',
  groups: [],
  note: '',
  credential: { type: 'token', token: 'sesame' },
}

test.each([
  ['admin', 'admin'],
  ['token:bob', 'token:bob'],
  ['user:alice+dev', 'admin'],
  ['user:alice;uid=1;by=token:bob', 'token:bob'],
])('%s proves to be %s', (id, expected) => expect(credentialId(id)).toBe(expected))

it('writes a file that a client reads', async () => {
  const config = parseClientConfig(configFile(PLACE, tokenIdentity('bob', 'sesame'), bob))
  expect(config.currentContext).toBe('bob@orchard')
  expect(config.clusters.get('orchard')).toMatchObject({ server: PLACE.server })
  const user = config.users.get('bob') ?? {}
  expect(await credentialsOf('bob', user, () => '')).toMatchObject({ authorization: 'Bearer sesame' })
})

it('says who is impersonated, by whom', () => {
  const known = { 'token:bob': tokenIdentity('bob', 'sesame') }
  const alice = identityOf('user:alice+dev+ops;uid=42;extra.scopes/x=view;by=token:bob', known)
  expect(alice && parseClientConfig(configFile(PLACE, alice, bob)).users.get('alice')).toEqual({
    token: 'sesame',
    as: 'alice',
    'as-uid': '42',
    'as-groups': ['dev', 'ops'],
    'as-user-extra': { 'scopes/x': ['view'] },
  })
})

it('writes the file by one line, readable by its owner alone', () => {
  const text = configFile(PLACE, tokenIdentity("o'b $x", 'é'), bob)
  const folder = mkdtempSync(join(tmpdir(), 'orchard-line-'))
  try {
    const said = execFileSync('sh', ['-c', `${writingLine(text)} && printf %s "$KUBECONFIG"`], { cwd: folder })
    expect(readFileSync(String(said), 'utf8')).toBe(text)
    expect(statSync(String(said)).mode & 0o777).toBe(0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
