import { parseFeatureGates } from '../api/releases/feature-gates'
import { type Authentication, createAuthentication } from '../authentication/authentication'
import { createServiceAccountIssuer } from '../authentication/service-account-issuer'
import { type GivenHeaders, headersFrom } from '../machinery/header-lines'
import type { ApiObject } from '../machinery/object'
import type { ObjectReader } from '../machinery/reader'
import { type Authority, authorityOf, createAuthority } from '../pki/authority'
import { createMemoryKeyStore } from '../pki/key-store'
import { loadTokenKeys } from '../pki/token-keys'
import type { Connection } from '../transport/connection'
import { createFakeClock, type FakeClock } from './fake-clock'

const crypto = globalThis.crypto

/** An object reader over a list that tests can change. */
export function readerOf(objects: ApiObject[]): ObjectReader {
  const resourceOf = (object: ApiObject): string => `${(object.kind ?? '').toLowerCase()}s`
  const find = (resource: string, namespace?: string) =>
    objects.filter(
      (object) =>
        resourceOf(object) === resource && (namespace === undefined || object.metadata.namespace === namespace),
    )
  return {
    get: (of, namespace, name) => find(of.resource, namespace).find((object) => object.metadata.name === name),
    list: (of, namespace) => find(of.resource, namespace),
    subscribe: () => () => undefined,
  }
}

/** What authenticators can reach in a test; a test changes it and then authenticates. */
export interface World {
  clock: FakeClock
  objects: ApiObject[]
  files: Record<string, string>
  answers: Record<string, (request: Request) => unknown>
  calls: { url: string; body: string; ca: string | undefined }[]
  /** Reports changed files. */
  changed: () => unknown
  /** Log messages and counters. */
  logged: string[]
  start(
    flags?: Record<string, string | string[]>,
    clientCa?: string,
    release?: number,
    gates?: string,
  ): Promise<Authentication>
}

const keyEnvironment = {
  crypto,
  keys: createMemoryKeyStore(),
  files: { read: () => '' },
  flag: () => undefined,
  flags: () => [],
}
/** Signs service account tokens. */
export const issuer = await createServiceAccountIssuer(keyEnvironment)

async function newAuthority(name: string): Promise<Authority> {
  const made = await createAuthority(crypto, { name, now: createFakeClock().now() })
  return authorityOf(crypto, made.certificate, made.keys.privateKey)
}
/** Issues certificates for users and proxies. */
export const authority = await newAuthority('users')
/** The CA of authenticating proxies. */
export const proxyAuthority = await newAuthority('proxies')
/** The keys of an identity provider. */
export const provider = await loadTokenKeys(crypto, createMemoryKeyStore(), 'provider', { verification: [] })

/** Authentication methods with objects, files and a network supplied by a test. */
export function world(): World {
  const made: World = {
    clock: createFakeClock(),
    objects: [],
    files: {},
    answers: {},
    calls: [],
    changed: () => undefined,
    logged: [],
    start: (flags = {}, clientCa, release = 25, gates = '') =>
      createAuthentication({
        reader: readerOf(made.objects),
        clock: made.clock,
        crypto,
        outside: {
          async fetch(request, trust) {
            made.calls.push({ url: request.url, body: await request.clone().text(), ca: trust?.ca })
            const answer = made.answers[request.url]
            if (!answer) throw new Error(`nobody at ${request.url}`)
            const value = answer(request)
            return value instanceof Response ? value : Response.json(value)
          },
        },
        files: {
          read(name) {
            const text = made.files[name]
            if (text === undefined) throw new Error(`no file ${name}`)
            return text
          },
          watch: (_, listener) => (made.changed = listener),
        },
        legacyTokens: { used: () => undefined },
        isSet: (name) => flags[name] !== undefined,
        served: { release, feature: parseFeatureGates(gates ? [gates] : [], release).enabled },
        metrics: {
          count: (name, labels) => made.logged.push(name, ...Object.values(labels)),
          gauge: () => {},
          observe: () => {},
          observer: () => () => {},
        },
        lifetime: new AbortController().signal,
        log: (message) => made.logged.push(message),
        flag: (name) => [flags[name] ?? []].flat().at(-1),
        flags: (name) => [flags[name] ?? []].flat(),
        tokens: issuer,
        ...(clientCa !== undefined && { clientCa }),
      }),
  }
  return made
}

/** A connection from the network over TLS without a client certificate. */
export const TCP: Connection = { remote: '10.0.0.1', secure: true }
/** A connection of the page itself, which is the administrator. */
export const PAGE: Connection = { remote: 'tab', secure: true, user: { name: 'page', groups: ['system:masters'] } }
/** The authenticated user, or the message of the refusal. */
export async function who(
  authentication: Authentication,
  headers: GivenHeaders = {},
  connection = TCP,
  path = '/api',
): Promise<unknown> {
  try {
    return (await authentication.authenticate({ headers: headersFrom(headers), connection, path })).user
  } catch (error) {
    const { code, message } = error as Error & { code?: number }
    return `${code ?? ''} ${message}`
  }
}
/** Headers with a bearer token. */
export const withToken = (token: string) => ({ authorization: `Bearer ${token}` })
