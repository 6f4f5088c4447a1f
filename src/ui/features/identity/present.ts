import { type ExecCredential, ExecCredentialSource } from '../../../client/exec-credential'
import { OidcTokenSource } from '../../../client/oidc-provider'
import type { Clock } from '../../../machinery/clock'
import { importPrivateKeyPem } from '../../../pki/keys'
import type { Presented, Prover } from '../../state/identity'
import { type Credential, type StoredIdentity, useKeyring } from '../../state/keyring'
import { runPlugin, usePlugins } from './plugins'

type CertificateCredential = Extract<Credential, { type: 'certificate' }>

/** Ids of certificates whose keys were proven on the page's connection, by certificate. */
const proven = new Map<string, Promise<string>>()

/** Proves possession of the key, once per certificate. Rejects if the key does not match. */
export async function presentCertificate(
  { certificate, key, headers = [] }: Omit<CertificateCredential, 'type'>,
  prover: Prover,
): Promise<Presented> {
  const prove = async (): Promise<string> => {
    const { privateKey } = await importPrivateKeyPem(crypto, key)
    return prover.identify(certificate, privateKey)
  }
  const name = certificate + key
  const id = proven.get(name) ?? prove()
  proven.set(name, id)
  try {
    return { page: { type: 'certificate', id: await id }, headers }
  } catch (error) {
    proven.delete(name)
    throw error
  }
}

/** The clock for plugins and providers: fixed at the cluster's time when the request started. */
interface Reading extends Clock {
  at: number
}
const reading = (): Reading => {
  const clock: Reading = {
    at: 0,
    now: () => clock.at,
    steady: () => performance.now(),
    setTimer(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
  return clock
}

interface Source {
  readonly kept: Credential
  get(prover: Prover): Promise<Presented>
  refused(): void
}
const sources = new Map<string, Source>()

const bearer = (token: string): Presented => ({
  page: { type: 'none' },
  headers: [['Authorization', `Bearer ${token}`]],
})

/** Credentials from a provider or plugin, cached until they expire. */
export async function presentFetched(kept: StoredIdentity, prover: Prover): Promise<Presented> {
  const known = sources.get(kept.id)
  const source = known?.kept === kept.credential ? known : sourceOf(kept)
  sources.set(kept.id, source)
  return source.get(prover)
}

/** Reports that the server refused the credential fetched for this identity, so the next request fetches a new one. */
export const refuseFetched = (id: string): void => sources.get(id)?.refused()

function sourceOf(kept: StoredIdentity): Source {
  const { credential } = kept
  if (credential.type === 'openid') return openIdSource(kept, credential)
  if (credential.type === 'exec') return pluginSource(credential)
  throw new Error(`${kept.name} presents what it has`)
}

function openIdSource(kept: StoredIdentity, credential: Extract<Credential, { type: 'openid' }>): Source {
  const clock = reading()
  let through: Prover | undefined
  const tokens = new OidcTokenSource({
    config: credential.provider,
    clock,
    async fetch(request, ca) {
      if (!through) throw new Error('nobody asked')
      const { status, body } = await through.control('reach', {
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        ...(request.method !== 'GET' && { body: await request.text() }),
        ...(ca !== undefined && { ca }),
      })
      return new Response(body, { status })
    },
    save(fresh) {
      const next = { ...credential, provider: { ...credential.provider, ...fresh } }
      const now = useKeyring.getState().kept.find(({ id }) => id === kept.id)
      if (!now) return
      sources.set(kept.id, { ...source, kept: next })
      useKeyring.getState().keep({ ...now, credential: next })
    },
  })
  const source: Source = {
    kept: credential,
    async get(prover) {
      through = prover
      clock.at = (await prover.control('clock', { action: 'read' })).now
      return bearer(await tokens.get())
    },
    // The token source uses the token's own expiry.
    refused: () => undefined,
  }
  return source
}

function pluginSource(credential: Extract<Credential, { type: 'exec' }>): Source {
  const clock = reading()
  const { exec, cluster } = credential
  let last: ExecCredential | undefined
  let source: { readonly stdin: boolean; readonly credentials: ExecCredentialSource } | undefined
  const credentialsFor = (stdinAvailable: boolean): ExecCredentialSource => {
    if (source?.stdin !== stdinAvailable)
      source = {
        stdin: stdinAvailable,
        credentials: new ExecCredentialSource({
          config: exec,
          ...(cluster && { cluster }),
          stdinAvailable,
          clock,
          run: (start) => runPlugin(start, clock.now()),
        }),
      }
    return source.credentials
  }
  return {
    kept: credential,
    async get(prover) {
      clock.at = (await prover.control('clock', { action: 'read' })).now
      const stdin = usePlugins.getState().plugins[exec.command]?.stdinAvailable ?? true
      last = await credentialsFor(stdin).get()
      const { token, clientCertificate, clientKey } = last
      const own = token === undefined ? { page: { type: 'none' } as const, headers: [] } : bearer(token)
      if (clientCertificate === undefined || clientKey === undefined) return own
      return presentCertificate({ certificate: clientCertificate, key: clientKey, headers: own.headers }, prover)
    },
    refused() {
      if (last) source?.credentials.refused(last)
    },
  }
}

/** Makes the next request run the plugin again. */
export const forgetFetched = (id: string): void => void sources.delete(id)
