import type { JWTPayload } from 'jose'
import { isObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'

/** The endpoint from which a claim must be fetched. */
export interface ClaimEndpoint {
  readonly url: string
  /** The bearer token for the endpoint; empty for none. */
  readonly accessToken: string
}

/** A distributed claim can't be fetched. */
export class DistributedClaimError extends Error {
  override readonly name = 'DistributedClaimError'
}

const NAMES = '_claim_names'
const SOURCES = '_claim_sources'

/** Undefined if the token has the claim, does not mention it, or its source is not an endpoint. */
function endpointOf(claims: JWTPayload, claim: string): ClaimEndpoint | undefined {
  if (Object.hasOwn(claims, claim) || !Object.hasOwn(claims, NAMES)) return undefined
  const [names, sources] = [claims[NAMES], claims[SOURCES]]
  if (!isObject(names)) throw new Error('error parsing distributed claim names')
  if (sources === undefined) throw new Error('no claim sources')
  if (!isObject(sources)) throw new Error('could not parse claim sources')
  const source = names[claim]
  if (typeof source !== 'string') return undefined
  const endpoint = Object.hasOwn(sources, source) ? sources[source] : undefined
  if (!isObject(endpoint))
    throw new Error(`id token _claim_names contained a source ${source} missing in _claims_sources`)
  const { endpoint: url, access_token: accessToken } = endpoint
  if (typeof url !== 'string' || url === '') return undefined
  return { url, accessToken: typeof accessToken === 'string' ? accessToken : '' }
}

/**
 * The claims completed by one that the token refers to an endpoint for (OpenID Connect Core, section 5.6.2): the endpoint answers with a
 * token of its own, which `verified` verifies and reads.
 * @throws DistributedClaimError
 */
export async function withDistributedClaim(
  claims: JWTPayload,
  claim: string,
  fetchToken: (endpoint: ClaimEndpoint) => Promise<string>,
  verified: (token: string) => Promise<JWTPayload>,
): Promise<JWTPayload> {
  try {
    const endpoint = endpointOf(claims, claim)
    if (!endpoint) return claims
    const found = await verified(await fetchToken(endpoint))
    if (!Object.hasOwn(found, claim))
      throw new Error(`jwt returned by distributed claim endpoint "${endpoint.url}" did not contain claim: ${claim}`)
    return { ...claims, [claim]: found[claim] }
  } catch (error) {
    throw new DistributedClaimError(`could not expand distributed claims: ${messageOf(error)}`)
  }
}
