import type { JWTPayload } from 'jose'
import type { UserInfo } from '../machinery/user'

/** A claim of a token is missing or invalid. */
export class ClaimError extends Error {}

/** The claim settings of the flags. */
export interface FlagClaims {
  readonly usernameClaim: string
  /** Prefix of user names; empty for none. */
  readonly usernamePrefix: string
  readonly groupsClaim?: string
  readonly groupsPrefix: string
  readonly requiredClaims: Readonly<Record<string, string>>
}

/**
 * The prefix that `--oidc-username-prefix` stands for: `-` is none; by default it is the issuer for every claim except the email address.
 */
export function usernamePrefixOf(flag: string | undefined, claim: string, issuer: string): string {
  if (flag === '-') return ''
  if (flag) return flag
  return claim === 'email' ? '' : `${issuer}#`
}

/**
 * The user that a token's claims describe, by the flags.
 * @throws ClaimError
 */
export function userOfClaims(claims: JWTPayload, options: FlagClaims): UserInfo {
  const user: UserInfo = {
    name: options.usernamePrefix + usernameIn(claims, options.usernameClaim),
    groups: groupsOf(claims, options),
  }
  checkRequired(claims, options.requiredClaims)
  return user
}

/** @throws ClaimError unless each claim has its required value */
export function checkRequired(claims: JWTPayload, required: Readonly<Record<string, string>>): void {
  for (const [claim, wanted] of Object.entries(required)) {
    if (!Object.hasOwn(claims, claim)) throw new ClaimError(`required claim ${claim} not present in ID token`)
    if (claims[claim] !== wanted) throw new ClaimError(`required claim ${claim} has another value than ${wanted}`)
  }
}

/**
 * The user name from a claim.
 * @throws ClaimError
 */
export function usernameIn(claims: JWTPayload, claim: string): string {
  const name = claims[claim]
  if (typeof name !== 'string' || name === '') throw new ClaimError(`claim "${claim}" must be a string and not empty`)
  // An unverified address could be anybody's; without the email_verified claim the provider is trusted.
  if (claim === 'email' && Object.hasOwn(claims, 'email_verified') && claims.email_verified !== true)
    throw new ClaimError('email not verified')
  return name
}

function groupsOf(claims: JWTPayload, { groupsClaim, groupsPrefix }: FlagClaims): string[] {
  const groups = groupsClaim === undefined ? undefined : claims[groupsClaim]
  if (groups === undefined) return []
  // A claim with one text, such as a role, is one group.
  const names: unknown[] = Array.isArray(groups) ? groups : [groups]
  if (!names.every((name) => typeof name === 'string'))
    throw new ClaimError(`claim "${groupsClaim ?? ''}" must be a string or an array of strings`)
  return names.map((name) => groupsPrefix + name)
}
