import type { JWTPayload } from 'jose'
import { CREDENTIAL_ID, credentialIdOf } from '../../api/kinds/authentication/token-claims'
import { behaves } from '../../api/releases/ledger'
import type { Value } from '../../expressions/values'
import type { UserInfo } from '../../machinery/user'
import { checkRequired, ClaimError, usernameIn } from '../oidc-claims'
import type { ClaimPlan, ExpressionRule, Source } from './claim-rules'
import { readByEscapedNames } from './escaped-names'
import { claimsValue, userValue } from './expressions'

/**
 * The user that a token's claims describe, by the rules of its issuer.
 * @throws ClaimError if a claim is missing or invalid, or a rule is false
 */
export function userOf(claims: JWTPayload, plan: ClaimPlan, release: number): UserInfo {
  const escaped = behaves('claims-by-escaped-names', release)
  const read = (one: Value): Value => (escaped ? readByEscapedNames(one) : one)
  const value = read(claimsValue(claims, behaves('claims-with-fractions', release)))
  const uid = plan.uid && textOf(plan.uid, 'uid', claims, value)
  const extra = extraOf(claims, plan, value, release)
  const user: UserInfo = {
    name: nameOf(plan.username, claims, value),
    ...(uid && { uid }),
    groups: plan.groups ? groupsOf(plan.groups, claims, value) : [],
    ...(Object.keys(extra).length > 0 && { extra }),
  }
  checkRequired(claims, plan.requiredClaims)
  checkRules(plan.claimRules, value, 'error evaluating claim validation expression')
  checkRules(plan.userRules, read(userValue(user)), 'error evaluating user info validation rule')
  return user
}

function nameOf(source: Source | undefined, claims: JWTPayload, value: Value): string {
  if (!source) throw new ClaimError('no claim gives the username')
  if ('claim' in source) return source.prefix + usernameIn(claims, source.claim)
  const name = source.expression.run(value)
  if (typeof name !== 'string')
    throw new ClaimError('error evaluating username claim expression: username claim expression must return a string')
  if (name === '') throw new ClaimError('empty username via CEL expression is not allowed')
  return name
}

function textOf(source: Source, what: string, claims: JWTPayload, value: Value): string {
  const text = 'claim' in source ? claims[source.claim] : source.expression.run(value)
  if (typeof text === 'string') return text
  throw new ClaimError(
    'claim' in source
      ? `claim "${source.claim}" must be a string`
      : `error evaluating ${what} claim expression: ${what} claim expression must return a string`,
  )
}

function groupsOf(source: Source, claims: JWTPayload, value: Value): string[] {
  if ('expression' in source) return listOf(source.expression.run(value), 'error evaluating group claim expression')
  const given = claims[source.claim]
  if (given === undefined) return []
  const groups: unknown[] = Array.isArray(given) ? given : [given]
  return groups.map((group) => {
    if (typeof group !== 'string') throw new ClaimError(`claim "${source.claim}" must be a string or a list of strings`)
    return source.prefix + group
  })
}

/** The non-empty texts of an expression's result. */
function listOf(value: Value, what: string): string[] {
  if (value === null) return []
  const items: readonly Value[] = Array.isArray(value) ? (value as readonly Value[]) : [value]
  return items
    .map((item) => {
      if (typeof item !== 'string')
        throw new ClaimError(`${what}: expression must return a string or a list of strings`)
      return item
    })
    .filter((item) => item !== '')
}

function extraOf(claims: JWTPayload, plan: ClaimPlan, value: Value, release: number): Record<string, string[]> {
  const extra: Record<string, string[]> = {}
  const credential = credentialIdOf({ jti: claims.jti })
  if (credential && behaves('jwt-credential-id', release)) extra[CREDENTIAL_ID] = [credential]
  for (const { key, expression } of plan.extra) {
    const values = listOf(expression.run(value), `error evaluating extra claim expression: ${expression.source}`)
    if (values.length > 0) extra[key] = values
  }
  return extra
}

function checkRules(rules: readonly ExpressionRule[], value: Value, what: string): void {
  for (const { expression, message } of rules)
    if (expression.run(value) !== true)
      throw new ClaimError(`${what}: validation expression '${expression.source}' failed: ${message}`)
}
