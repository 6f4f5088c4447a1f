import type { JSONWebKeySet } from 'jose'
import type { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { isObject, type JsonObject } from '../../../machinery/json'
import { messageOf } from '../../../machinery/message-of'
import type { Control } from '../../../server/control'
import type { DecodedToken } from './jwt'

/** The result of a signature check, with the source of the keys. */
export interface SignatureCheck {
  readonly verdict: 'valid' | 'invalid' | 'unknown'
  readonly reason: string
  /** Where the keys were fetched. */
  readonly keysAt?: string
  readonly keyId?: string
}

const issuerMatches = (a: string, b: unknown): boolean =>
  typeof b === 'string' && a.replace(/\/$/, '') === b.replace(/\/$/, '')

async function keysOf(
  issuer: string,
  client: Client,
  control: Control,
): Promise<{ keys: JSONWebKeySet; at: string } | string> {
  const own = await client.json<JsonObject>('GET', '/.well-known/openid-configuration')
  if (issuerMatches(issuer, own['issuer'])) {
    const path = '/openid/v1/jwks'
    const headers = { accept: 'application/jwk-set+json, application/json' }
    return { keys: await client.json<JSONWebKeySet>('GET', path, undefined, { headers }), at: path }
  }
  if (!URL.canParse(issuer)) return `the issuer ${JSON.stringify(issuer)} is not a URL`
  const discovery = await control('reach', {
    method: 'GET',
    url: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    ca: await providerCa(control),
  })
  const document: unknown = discovery.status === 200 ? JSON.parse(discovery.body) : undefined
  const uri = isObject(document) ? document['jwks_uri'] : undefined
  if (typeof uri !== 'string') return `${issuer} does not publish a jwks_uri`
  const answer = await control('reach', { method: 'GET', url: uri, ca: await providerCa(control) })
  if (answer.status !== 200) return `${uri} answered ${answer.status}`
  return { keys: JSON.parse(answer.body) as JSONWebKeySet, at: uri }
}

/** The authority of the simulated provider, if it has its own. */
async function providerCa(control: Control): Promise<string> {
  const { ca } = await control('outside', { service: 'identity-provider' })
  return typeof ca === 'string' ? ca : ''
}

/** Verifies the signature with the issuer's published keys. Checks no other claim than the issuer. */
export async function checkSignature(
  token: string,
  decoded: DecodedToken,
  client: Client,
  control: Control,
): Promise<SignatureCheck> {
  const { iss } = decoded.claims
  if (typeof iss !== 'string') return { verdict: 'unknown', reason: 'the token has no issuer' }
  let found: Awaited<ReturnType<typeof keysOf>>
  try {
    found = await keysOf(iss, client, control)
  } catch (error) {
    return { verdict: 'unknown', reason: messageOf(error) }
  }
  if (typeof found === 'string') return { verdict: 'unknown', reason: found }
  const { compactVerify, createLocalJWKSet, errors } = await import('jose')
  try {
    const { protectedHeader } = await compactVerify(token, createLocalJWKSet(found.keys))
    return {
      verdict: 'valid',
      reason: 'signed with one of the issuer’s keys',
      keysAt: found.at,
      ...(protectedHeader.kid && { keyId: protectedHeader.kid }),
    }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    return { verdict: 'invalid', reason: error.message, keysAt: found.at }
  }
}

/** The parts of a TokenReview's answer that the page shows. */
export interface TokenReview extends ApiObject {
  readonly status?: {
    readonly authenticated?: boolean
    readonly user?: {
      readonly username?: string
      readonly uid?: string
      readonly groups?: readonly string[]
      readonly extra?: Readonly<Record<string, readonly string[]>>
    }
    readonly audiences?: readonly string[]
    readonly error?: string
  }
}

/** The server's TokenReview of a token, for the given audiences or its own. */
export const reviewToken = (client: Client, token: string, audiences: readonly string[] = []): Promise<TokenReview> =>
  client.create<TokenReview>(
    { group: 'authentication.orch.io', version: 'v1', resource: 'tokenreviews' },
    {
      apiVersion: 'authentication.orch.io/v1',
      kind: 'TokenReview',
      metadata: {},
      spec: { token, ...(audiences.length > 0 && { audiences }) },
    },
  )
