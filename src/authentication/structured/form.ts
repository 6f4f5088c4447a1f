import { existsAt } from '../../api/releases/ledger'
import type { ReleaseSpan } from '../../api/releases/ledger/row'
import { type ConfigShape, TYPE_FIELDS } from '../../machinery/config-shape'

/** The content of `--authentication-config` as written (configuration API of the server, `AuthenticationConfiguration`). */
export interface AuthenticationFile {
  readonly jwt?: readonly JwtEntry[]
  readonly anonymous?: AnonymousEntry
}
/** `anonymous` of an AuthenticationConfiguration as written: unchecked, like all types of this file. */
export interface AnonymousEntry {
  readonly enabled?: boolean
  readonly conditions?: readonly { readonly path?: string }[]
}
/** One token issuer with the rules for its claims. */
export interface JwtEntry {
  readonly issuer?: IssuerEntry
  readonly claimValidationRules?: readonly ClaimRule[]
  readonly claimMappings?: ClaimMappings
  readonly userValidationRules?: readonly UserRule[]
}
/** Where tokens come from, and for whom they must be issued. */
export interface IssuerEntry {
  readonly url?: string
  readonly discoveryURL?: string
  readonly certificateAuthority?: string
  readonly audiences?: readonly string[]
  readonly audienceMatchPolicy?: string
  readonly egressSelectorType?: string
}
/** A claim that must have a value, or an expression over claims that must be true. */
export interface ClaimRule {
  readonly claim?: string
  readonly requiredValue?: string
  readonly expression?: string
  readonly message?: string
}
/** An expression over the resulting user that must be true. */
export interface UserRule {
  readonly expression?: string
  readonly message?: string
}
/** A value from a claim, or from an expression over claims. */
export interface ClaimOrExpression {
  readonly claim?: string
  readonly expression?: string
}
/** A value with a prefix; only claims take one. */
export interface PrefixedClaim extends ClaimOrExpression {
  readonly prefix?: string
}
/** One extra attribute of the user. */
export interface ExtraMapping {
  readonly key?: string
  readonly valueExpression?: string
}
/** How the user follows from the claims. */
export interface ClaimMappings {
  readonly username?: PrefixedClaim
  readonly groups?: PrefixedClaim
  readonly uid?: ClaimOrExpression
  readonly extra?: readonly ExtraMapping[]
}

const VERSIONS: readonly (readonly [version: string, span: ReleaseSpan])[] = [
  ['v1', { since: 34 }],
  ['v1beta1', { since: 30 }],
  ['v1alpha1', { since: 29 }],
]

/** Fields with the first release that has them. */
const LATER: Readonly<
  Record<'anonymous' | 'discoveryURL' | 'audienceMatchPolicy' | 'egressSelectorType', ReleaseSpan>
> = {
  anonymous: { since: 31 },
  discoveryURL: { since: 30 },
  audienceMatchPolicy: { since: 30 },
  egressSelectorType: { since: 34 },
}

const texts = (...names: readonly string[]): ConfigShape => ({
  fields: Object.fromEntries(names.map((name) => [name, 'string'])),
})

/** The fields that the file may have in a release. */
export function authenticationForm(release: number) {
  const later = (fields: Readonly<Partial<Record<keyof typeof LATER, ConfigShape>>>) =>
    Object.fromEntries(
      Object.entries(fields).filter(([name]) => existsAt(LATER[name as keyof typeof LATER], release)),
    ) as Record<string, ConfigShape>
  const issuer: ConfigShape = {
    fields: {
      url: 'string',
      certificateAuthority: 'string',
      audiences: { list: 'string' },
      ...later({ discoveryURL: 'string', audienceMatchPolicy: 'string', egressSelectorType: 'string' }),
    },
  }
  const mappings: ConfigShape = {
    fields: {
      username: texts('claim', 'prefix', 'expression'),
      groups: texts('claim', 'prefix', 'expression'),
      uid: texts('claim', 'expression'),
      extra: { list: texts('key', 'valueExpression') },
    },
  }
  const shape: ConfigShape = {
    fields: {
      ...TYPE_FIELDS,
      jwt: {
        list: {
          fields: {
            issuer,
            claimValidationRules: { list: texts('claim', 'requiredValue', 'expression', 'message') },
            claimMappings: mappings,
            userValidationRules: { list: texts('expression', 'message') },
          },
        },
      },
      ...later({ anonymous: { fields: { enabled: 'boolean', conditions: { list: texts('path') } } } }),
    },
  }
  return {
    kind: 'AuthenticationConfiguration',
    versions: VERSIONS.filter(([, span]) => existsAt(span, release)).map(
      ([version]) => `apiserver.config.orch.io/${version}`,
    ),
    shape,
  }
}
