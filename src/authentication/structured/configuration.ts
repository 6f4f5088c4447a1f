import { behaves, type Served } from '../../api/releases/ledger'
import { parseConfiguration, throwFieldErrors } from '../../machinery/config-shape'
import { duplicate, FieldPath, forbidden, invalid, tooMany } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { type ClaimPlan, ClaimReader } from './claim-rules'
import {
  type AnonymousEntry,
  authenticationForm,
  type AuthenticationFile,
  type IssuerEntry,
  type JwtEntry,
} from './form'
import { issuerErrors } from './issuer-rules'

/** An issuer whose tokens are accepted. */
export interface JwtPlan {
  readonly issuer: IssuerEntry
  readonly claims: ClaimPlan
}
/** The validated content of `--authentication-config`. */
export interface AuthenticationPlan {
  readonly jwt: readonly JwtPlan[]
  /** Absent if the flags decide. */
  readonly anonymous?: AnonymousEntry
}

const MOST_ISSUERS = 64

/**
 * Parses the content of `--authentication-config`. `disallowed` are issuers of other tokens of the cluster.
 * @throws ConfigError that names each field at fault
 */
export function readAuthenticationConfiguration(
  text: string,
  where: string,
  served: Served,
  disallowed: readonly string[],
): AuthenticationPlan {
  const { jwt = [], anonymous } = parseConfiguration<AuthenticationFile>(
    text,
    where,
    authenticationForm(served.release),
  )
  const at = FieldPath.of('jwt')
  if (jwt.length > MOST_ISSUERS) throwFieldErrors([tooMany(at, jwt.length, MOST_ISSUERS)], where)
  const reader = new ClaimReader(served.release)
  const plans = jwt.map((entry, i) => {
    const issuer = entry.issuer ?? {}
    reader.errors.push(...issuerErrors(issuer, at.index(i).child('issuer'), disallowed))
    const claims = reader.read(entry, at.index(i))
    reader.errors.push(...repeated(jwt, i, at.index(i).child('issuer')))
    return { issuer, claims }
  })
  throwFieldErrors([...reader.errors, ...anonymousErrors(anonymous, served)], where)
  return { jwt: plans, ...(anonymous && { anonymous }) }
}

/** Only one issuer may be responsible for a token. */
function repeated(jwt: readonly JwtEntry[], i: number, at: FieldPath): FieldError[] {
  const before = jwt.slice(0, i)
  return (['url', 'discoveryURL'] as const).flatMap((name) => {
    const value = jwt[i]?.issuer?.[name] ?? ''
    const known = before.some(({ issuer }) => (issuer?.[name] ?? '') === value)
    return known && (name === 'url' || value !== '') ? [duplicate(at.child(name), value)] : []
  })
}

function anonymousErrors(anonymous: AnonymousEntry | undefined, served: Served): FieldError[] {
  if (!anonymous) return []
  const { enabled = false, conditions = [] } = anonymous
  return [
    ...(behaves('anonymous-configuration', served)
      ? []
      : [
          forbidden(
            'anonymous',
            'anonymous is not supported when AnonymousAuthConfigurableEndpoints feature gate is disabled',
          ),
        ]),
    ...(!enabled && conditions.length > 0
      ? [invalid('anonymous.conditions', conditions, 'enabled should be set to true when conditions are defined')]
      : []),
  ]
}
