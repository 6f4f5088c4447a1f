import { useMemo } from 'react'
import { create } from 'zustand'
import type { Control } from '../../server/control'
import type { PageIdentity } from '../../transport/page'
import { useQueryState } from './place'

/** What a request presents: how it comes through the front door, and credentials as header pairs. */
export interface Presented {
  readonly page: PageIdentity
  readonly headers: readonly (readonly [string, string])[]
}

/** What credentials that are fetched or proven need of the page's connection. */
export interface Prover {
  identify(certificate: string, key: CryptoKey): Promise<string>
  readonly control: Control
}

/** Whom the page's requests speak for. The id is what the address carries as `as`. */
export interface Identity {
  readonly id: string
  readonly name: string
  readonly groups: readonly string[]
  readonly note: string
  readonly page: PageIdentity
  /** Credentials and impersonation, as header pairs; a name may repeat. */
  readonly headers: readonly (readonly [string, string])[]
  /** Where credentials must be fetched or proven before each request: what it presents instead of the two above. */
  readonly present?: (prover: Prover) => Promise<Presented>
  /** Told after each 401, so that what was presented is not kept any longer. */
  readonly refused?: () => void
  /** Arguments that stand for the credentials in a command for a shell; they name files and variables, not secrets. */
  readonly curl?: readonly string[]
}

export const ADMIN: Identity = {
  id: 'admin',
  name: 'admin',
  groups: ['system:masters'],
  note: 'Cluster administrator',
  page: { type: 'admin' },
  headers: [],
}
export const NOBODY: Identity = {
  id: 'anonymous',
  name: 'system:anonymous',
  groups: ['system:unauthenticated'],
  note: 'No credentials',
  page: { type: 'none' },
  headers: [],
}

/** What impersonation can say beside user and groups. */
export interface ImpersonationMore {
  readonly uid?: string
  readonly extra?: readonly (readonly [string, string])[]
  /** Id of the identity that impersonates; the administrator without it. */
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

/** Extra keys in header names: lower case, and percent-encoded where a header's name may not have a character. */
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
  /** Identities with credentials (tokens, certificates) that other pages made; they live as long as the tab. */
  readonly known: Readonly<Record<string, Identity>>
  /** Ids chosen lately, newest first. */
  readonly recent: readonly string[]
  /** Makes an identity selectable under its id. */
  readonly add: (identity: Identity) => void
  readonly remove: (id: string) => void
  readonly used: (id: string) => void
}

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

/** A bearer token as an identity. */
export const tokenIdentity = (name: string, token: string): Identity => ({
  id: `token:${name}`,
  name,
  groups: [],
  note: 'Bearer token',
  page: { type: 'none' },
  headers: [['Authorization', `Bearer ${token}`]],
})

/** The identity of an id from the address; undefined when its credentials are not in this tab. */
export function identityOf(id: string | undefined, known: Readonly<Record<string, Identity>>): Identity | undefined {
  if (!id || id === ADMIN.id) return ADMIN
  if (id === NOBODY.id) return NOBODY
  return known[id] ?? impersonated(id, known)
}

/** Whom the page speaks for now; `missing` names an identity whose credentials this tab does not have. */
export function useIdentity(): { identity: Identity; missing?: string } {
  const as = useQueryState()['as']
  const known = useIdentities((state) => state.known)
  // The same for as long as it is: whoever reads as somebody reads again when that is somebody else.
  const identity = useMemo(() => identityOf(as, known), [as, known])
  return identity ? { identity } : { identity: NOBODY, ...(as && { missing: as }) }
}
