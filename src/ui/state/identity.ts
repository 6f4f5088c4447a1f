import { useMemo } from 'react'
import { create } from 'zustand'
import type { Control } from '../../server/control'
import type { PageIdentity } from '../../transport/page'
import { useQueryState } from './place'

/** What a request presents: the kind of sender, and credentials as header pairs. */
export interface Presented {
  readonly page: PageIdentity
  readonly headers: readonly (readonly [string, string])[]
}

/** What the page's connection offers for credentials that must be fetched or proven. */
export interface Prover {
  identify(certificate: string, key: CryptoKey): Promise<string>
  readonly control: Control
}

/** The identity of the page's requests. Its id is the `as` parameter of the address. */
export interface Identity {
  readonly id: string
  readonly name: string
  readonly groups: readonly string[]
  readonly note: string
  readonly page: PageIdentity
  /** Credentials and impersonation, as header pairs; a name may repeat. */
  readonly headers: readonly (readonly [string, string])[]
  /** Obtains credentials that must be fetched or proven before each request; replaces `page` and `headers`. */
  readonly present?: (prover: Prover) => Promise<Presented>
  /** Called after each 401, so that rejected credentials are not reused. */
  readonly refused?: () => void
  /** Arguments for the credentials in a curl command; they name files and variables, not secrets. */
  readonly curl?: readonly string[]
}

/** The administrator, as whom the page acts at first. */
export const ADMIN: Identity = {
  id: 'admin',
  name: 'admin',
  groups: ['system:masters'],
  note: 'Cluster administrator',
  page: { type: 'admin' },
  headers: [],
}
/** A client without credentials. */
export const NOBODY: Identity = {
  id: 'anonymous',
  name: 'system:anonymous',
  groups: ['system:unauthenticated'],
  note: 'No credentials',
  page: { type: 'none' },
  headers: [],
}

/** Impersonation headers other than user and groups. */
export interface ImpersonationMore {
  readonly uid?: string
  readonly extra?: readonly (readonly [string, string])[]
  /** Id of the impersonating identity; the administrator if absent. */
  readonly by?: string
}

const escaped = (part: string): string => part.replace(/[%+;=]/g, (char) => encodeURIComponent(char))
const plain = (part: string): string => part.replace(/%(25|2B|3B|3D)/g, (code) => decodeURIComponent(code))

/** The id of an impersonated user: `user:alice+dev+ops;uid=42;extra.scopes=view;by=token:bob`. */
export const impersonationId = (user: string, groups: readonly string[], more: ImpersonationMore = {}): string =>
  [
    `user:${[user, ...groups].map(escaped).join('+')}`,
    ...(more.uid ? [`uid=${escaped(more.uid)}`] : []),
    ...(more.extra ?? []).map(([key, value]) => `${escaped(`extra.${key}`)}=${escaped(value)}`),
    ...(more.by ? [`by=${escaped(more.by)}`] : []),
  ].join(';')

/** Extra keys as header names: lower case, with characters that headers don't allow percent-encoded. */
const headerKey = (key: string): string =>
  key
    .toLowerCase()
    .replace(/[^a-z0-9!#$&'*+.^_`|~-]/gu, encodeURIComponent)
    .replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'))

function impersonated(id: string, known: Readonly<Record<string, Identity>>): Identity | undefined {
  if (!id.startsWith('user:')) return undefined
  const [names = '', ...members] = id.slice(5).split(';')
  const [user = '', ...groups] = names.split('+').map(plain)
  if (!user) return undefined
  const pairs = members.map((member): [string, string] => {
    const at = member.indexOf('=')
    return [plain(member.slice(0, at)), plain(member.slice(at + 1))]
  })
  const by = pairs.find(([key]) => key === 'by')?.[1]
  const impersonator = by?.startsWith('user:') ? undefined : identityOf(by, known)
  if (!impersonator) return undefined
  const headers = [
    ['Impersonate-User', user] as const,
    ...groups.map((group) => ['Impersonate-Group', group] as const),
    ...pairs.flatMap(([key, value]): (readonly [string, string])[] =>
      key === 'uid'
        ? [['Impersonate-Uid', value]]
        : key.startsWith('extra.')
          ? [[`Impersonate-Extra-${headerKey(key.slice(6))}`, value]]
          : [],
    ),
  ]
  const { present, refused, curl } = impersonator
  return {
    id,
    name: user,
    groups,
    note: impersonator === ADMIN ? 'Impersonated by the administrator' : `Impersonated by ${impersonator.name}`,
    page: impersonator.page,
    headers: [...impersonator.headers, ...headers],
    ...(present && {
      present: async (prover: Prover) => {
        const presented = await present(prover)
        return { ...presented, headers: [...presented.headers, ...headers] }
      },
    }),
    ...(refused && { refused }),
    ...(curl && { curl }),
  }
}

interface IdentityState {
  /** Identities with credentials (tokens, certificates) made by other pages; they last as long as the tab. */
  readonly known: Readonly<Record<string, Identity>>
  /** Recently used ids, newest first. */
  readonly recent: readonly string[]
  /** Registers an identity under its id so that it can be selected. */
  readonly add: (identity: Identity) => void
  readonly remove: (id: string) => void
  readonly used: (id: string) => void
}

/** Identities that the page can act as. */
export const useIdentities = create<IdentityState>()((set) => ({
  known: {},
  recent: [],
  add: (identity) => set((state) => ({ known: { ...state.known, [identity.id]: identity } })),
  remove: (id) =>
    set((state) => ({
      known: Object.fromEntries(Object.entries(state.known).filter(([key]) => key !== id)),
      recent: state.recent.filter((other) => other !== id),
    })),
  used: (id) => set((state) => ({ recent: [id, ...state.recent.filter((other) => other !== id)].slice(0, 8) })),
}))

/** An identity that presents a bearer token. */
export const tokenIdentity = (name: string, token: string): Identity => ({
  id: `token:${name}`,
  name,
  groups: [],
  note: 'Bearer token',
  page: { type: 'none' },
  headers: [['Authorization', `Bearer ${token}`]],
})

/** The identity with an id from the address; undefined if this tab lacks its credentials. */
export function identityOf(id: string | undefined, known: Readonly<Record<string, Identity>>): Identity | undefined {
  if (!id || id === ADMIN.id) return ADMIN
  if (id === NOBODY.id) return NOBODY
  return known[id] ?? impersonated(id, known)
}

/** The identity that the page uses now; `missing` names one whose credentials this tab does not have. */
export function useIdentity(): { identity: Identity; missing?: string } {
  const as = useQueryState()['as']
  const known = useIdentities((state) => state.known)
  // Stable identity object: effects that depend on it run again only when the identity changes.
  const identity = useMemo(() => identityOf(as, known), [as, known])
  return identity ? { identity } : { identity: NOBODY, ...(as && { missing: as }) }
}
