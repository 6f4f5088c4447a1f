import { behaves, type Served } from '../api/releases/ledger'
import { badRequest, PreAuthError } from '../machinery/api-error'
import { rawHeaderLines } from '../machinery/header-lines'
import { headerValues } from '../machinery/header-values'
import { quote } from '../machinery/quote'
import { decodeHeaderKey } from '../machinery/header-text'

const EXTRA_PREFIX = 'impersonate-extra-'
/** The group of token reviews, and of the resources that impersonation checks. */
export const AUTHENTICATION_GROUP = 'authentication.orch.io'
const AUTHENTICATION_VERSION = `${AUTHENTICATION_GROUP}/v1`

/** The user whom headers ask for, as they say it: without groups that follow from the name. */
export interface WantedUser {
  readonly name: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
  readonly uid: string
}

/** Whether there may be impersonation headers; true if the raw header lines are not available. */
function mayImpersonate(headers: Headers): boolean {
  const lines = rawHeaderLines(headers)
  // The lines alternate names and values; a value with this prefix only causes an unnecessary check.
  return !lines || lines.some((text) => /^impersonate-/i.test(text))
}

/**
 * The user whom the headers ask for; undefined without impersonation headers. Throws for groups, extras or a uid without a user
 * (document 2, "Impersonation headers").
 */
export function wantedUser(headers: Headers, served: Served): WantedUser | undefined {
  if (!mayImpersonate(headers)) return undefined
  // Only the first line of a repeated header counts.
  const name = headerValues(headers, 'impersonate-user')[0] ?? ''
  const groups = headerValues(headers, 'impersonate-group')
  const uid = behaves('impersonate-uid', served.release) ? (headerValues(headers, 'impersonate-uid')[0] ?? '') : ''
  const byKey = new Map<string, readonly string[]>()
  for (const header of headers.keys())
    if (header.startsWith(EXTRA_PREFIX)) {
      const key = decodeHeaderKey(header.slice(EXTRA_PREFIX.length))
      byKey.set(key, [...(byKey.get(key) ?? []), ...headerValues(headers, header)])
    }
  const wanted = { name, groups, extra: Object.fromEntries(byKey), uid }
  if (name) return wanted
  if (groups.length === 0 && byKey.size === 0 && !uid) return undefined
  if (behaves('constrained-impersonation', served))
    throw badRequest(`requested ${printed(wanted)} without impersonating a user name`)
  throw new PreAuthError(`requested [${partsOf(wanted).join(' ')}] without impersonating a user`)
}

/** One impersonated identity as older releases print it: kind, namespace, name, uid, version, resource version and field. */
const describe = (kind: string, name: string, apiVersion = '', field = ''): string =>
  `{${[kind, '', name, '', apiVersion, '', field].join(' ')}}`

const partsOf = ({ groups, extra, uid }: WantedUser): string[] => [
  ...groups.map((group) => describe('Group', group)),
  ...Object.entries(extra).flatMap(([key, values]) =>
    values.map((value) => describe('UserExtra', value, AUTHENTICATION_VERSION, key)),
  ),
  ...(uid ? [describe('UID', uid, AUTHENTICATION_VERSION)] : []),
]

const list = (items: readonly string[]): string => `[]string{${items.map(quote).join(', ')}}`

/** A wanted user as newer releases print it: as Go prints the structure. */
function printed({ name, uid, groups, extra }: WantedUser): string {
  const values = Object.entries(extra).map(([key, values]) => `${quote(key)}:${list(values)}`)
  const groupsText = groups.length > 0 ? list(groups) : '[]string(nil)'
  const extraText = values.length > 0 ? `map[string][]string{${values.sort().join(', ')}}` : 'map[string][]string(nil)'
  return `&user.DefaultInfo{Name:${quote(name)}, UID:${quote(uid)}, Groups:${groupsText}, Extra:${extraText}}`
}
