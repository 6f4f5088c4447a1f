import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSystemClock } from '../machinery/system-clock'
import { NO_ALT_NAMES } from '../pki/alt-names'
import {
  type Authority,
  authorityOf,
  createAuthority,
  issueClientIdentity,
  issueServerIdentity,
} from '../pki/authority'
import type { EtcdTls } from './channel'
import { ETCD_MISSING, HAS_ETCD, startEtcd, type TestEtcd } from './etcd.testing'
import { openEtcd } from './open-etcd'

const now = Date.now()
const LOOPBACK = '127.0.0.1'

async function newAuthority(name: string): Promise<Authority> {
  const { certificate, keys } = await createAuthority(crypto, { name, now })
  return authorityOf(crypto, Uint8Array.from(certificate), keys.privateKey)
}

async function clientOf(authority: Authority): Promise<Required<Pick<EtcdTls, 'cert' | 'key'>>> {
  const { certificate, key } = await issueClientIdentity(crypto, authority, { commonName: 'orchard', groups: [], now })
  return { cert: certificate, key }
}

/** An etcd that shows a certificate for its address alone, and asks for one of `authority`. */
async function startSecure(folder: string, authority: Authority, client: EtcdTls): Promise<TestEtcd> {
  const altNames = { ...NO_ALT_NAMES, ip: [LOOPBACK] }
  const { certificate, key } = await issueServerIdentity(crypto, authority, { commonName: 'etcd', altNames, now })
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const flags = [
    ...['--cert-file', file('etcd.crt', certificate), '--key-file', file('etcd.key', key)],
    ...['--trusted-ca-file', file('ca.crt', authority.pem), '--client-cert-auth', '--enable-grpc-gateway=false'],
  ]
  return startEtcd({ flags, client })
}

const open = async (server: string, tls: EtcdTls) => {
  const { store } = await openEtcd({
    servers: [server],
    prefix: '/registry',
    tls,
    clock: createSystemClock(),
    realTime: createSystemClock(),
    crypto,
    report: () => undefined,
  })
  return store
}

describe.skipIf(!HAS_ETCD)(`etcd over TLS${ETCD_MISSING}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-etcd-tls-'))
  let etcd: TestEtcd
  let authority: Authority
  let mine: Required<EtcdTls>

  beforeAll(async () => {
    authority = await newAuthority('etcd-ca')
    mine = { ca: authority.pem, ...(await clientOf(authority)) }
    etcd = await startSecure(folder, authority, mine)
  })
  afterAll(async () => {
    await etcd.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is used where each side’s certificate is the other’s authority’s', async () => {
    const store = await open(etcd.url, mine)
    const made = await store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
    await store.fresh()
    expect(store.get('/a')).toEqual(made)
    await store.close()
  })

  it.each([
    ['another authority', '--etcd-cafile', async () => ({ ...mine, ca: (await newAuthority('other')).pem })],
    ['no authority', '--etcd-cafile', () => ({ cert: mine.cert, key: mine.key })],
    ['no client certificate', '--etcd-certfile', () => ({ ca: mine.ca })],
    [
      'a client certificate of another authority',
      '--etcd-certfile',
      async () => ({ ca: mine.ca, ...(await clientOf(await newAuthority('other'))) }),
    ],
    ['a key of another certificate', '--etcd-keyfile', async () => ({ ...mine, key: (await clientOf(authority)).key })],
    ['what is no certificate', '--etcd-certfile', () => ({ ...mine, cert: 'none' })],
    ['what is no key', '--etcd-keyfile', () => ({ ...mine, key: 'none' })],
    ['what is no authority', '--etcd-cafile', () => ({ ...mine, ca: 'none' })],
  ] as const)('is refused with %s: the error names %s', async (_what, flag, tls) => {
    const error = await open(etcd.url, await tls()).catch((e: unknown) => e)
    expect(String(error)).toContain(flag)
  })

  it('is refused under a name that its certificate does not have', async () => {
    const error = await open(etcd.url.replace('127.0.0.1', 'localhost'), mine).catch((e: unknown) => e)
    expect(String(error)).toContain('--etcd-servers')
  })
})
