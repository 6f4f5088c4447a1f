import { duplicate, type FieldPath, invalid, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { messageOf } from '../../machinery/message-of'
import { parseUri, type UriParts } from '../../machinery/uri'
import { parseBundle } from '../../pki/chain'
import type { IssuerEntry } from './form'

const EGRESS = ['controlplane', 'cluster']
const trimmed = (url: string): string => url.replace(/\/+$/, '')

/** Validation errors of an issuer. `disallowed` are issuers of other tokens of the cluster. */
export function issuerErrors(issuer: IssuerEntry, at: FieldPath, disallowed: readonly string[]): FieldError[] {
  const { url = '', discoveryURL = '', certificateAuthority = '', egressSelectorType = '' } = issuer
  return [
    ...(url === '' ? [required(at.child('url'))] : urlErrors(url, at.child('url'), disallowed)),
    ...(discoveryURL === '' ? [] : discoveryErrors(url, discoveryURL, at.child('discoveryURL'))),
    ...audienceErrors(issuer, at),
    ...authorityErrors(certificateAuthority, at.child('certificateAuthority')),
    ...egressErrors(egressSelectorType, at.child('egressSelectorType')),
  ]
}

function urlErrors(text: string, at: FieldPath, disallowed: readonly string[]): FieldError[] {
  const errors = disallowed.includes(text)
    ? [invalid(at, text, `URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(' ')}]`)]
    : []
  let parts: UriParts
  try {
    parts = parseUri(text)
  } catch (error) {
    return [...errors, invalid(at, text, `parse ${JSON.stringify(text)}: ${messageOf(error)}`)]
  }
  const { scheme, userInfo, query, fragment } = parts
  const rules: readonly (readonly [boolean, string])[] = [
    [scheme !== 'https', 'URL scheme must be https'],
    [userInfo !== undefined, 'URL must not contain a username or password'],
    [query !== '', 'URL must not contain a query'],
    [fragment !== '', 'URL must not contain a fragment'],
  ]
  return [...errors, ...rules.filter(([broken]) => broken).map(([, why]) => invalid(at, text, why))]
}

const discoveryErrors = (url: string, discoveryUrl: string, at: FieldPath): FieldError[] => [
  ...(url !== '' && trimmed(url) === trimmed(discoveryUrl)
    ? [invalid(at, discoveryUrl, 'discoveryURL must be different from URL')]
    : []),
  ...urlErrors(discoveryUrl, at, []),
]

function audienceErrors({ audiences = [], audienceMatchPolicy = '' }: IssuerEntry, issuer: FieldPath): FieldError[] {
  const at = issuer.child('audiences')
  if (audiences.length === 0) return [required(at, `at least one ${String(at)} is required`)]
  const errors = audiences.flatMap((audience, i) => [
    ...(audience === '' ? [required(at.index(i))] : []),
    ...(audiences.indexOf(audience) < i ? [duplicate(at.index(i), audience)] : []),
  ])
  const policy = issuer.child('audienceMatchPolicy')
  if (audiences.length > 1 && audienceMatchPolicy !== 'MatchAny')
    errors.push(invalid(policy, audienceMatchPolicy, 'audienceMatchPolicy must be MatchAny for multiple audiences'))
  if (audiences.length === 1 && !['', 'MatchAny'].includes(audienceMatchPolicy))
    errors.push(
      invalid(policy, audienceMatchPolicy, 'audienceMatchPolicy must be empty or MatchAny for single audience'),
    )
  return errors
}

function authorityErrors(pem: string, at: FieldPath): FieldError[] {
  if (pem === '') return []
  try {
    parseBundle(pem)
    return []
  } catch (error) {
    return [invalid(at, '<omitted>', messageOf(error))]
  }
}

function egressErrors(selector: string, at: FieldPath): FieldError[] {
  if (selector === '') return []
  if (!EGRESS.includes(selector))
    return [invalid(at, selector, 'egress selector must be either controlplane or cluster')]
  return [invalid(at, selector, 'there is no egress selector here')]
}
