import { create } from 'zustand'
import type { PageIdentity } from '../../transport/page'
import { useQueryState } from './place'

/** Whom the page's requests speak for. The id is what the address carries as `as`. */
export interface Identity {
  readonly id: string
  readonly name: string
  readonly groups: readonly string[]
  readonly note: string
  readonly page: PageIdentity
  /** Credentials and impersonation, as header pairs; a name may repeat. */
  readonly headers: readonly (readonly [string, string])[]
}

export const ADMIN: Identity = {
  id: 'admin',
  name: 'admin',
  groups: ['system:masters'],
  note: 'The cluster’s administrator',
  page: { type: 'admin' },
  headers: [],
}
export const NOBODY: Identity = {
  id: 'anonymous',
  name: 'system:anonymous',
  groups: ['system:unauthenticated'],
  note: 'No credentials at all',
  page: { type: 'none' },
  headers: [],
}

/** The id of an impersonated user: `user:alice+dev+ops`. */
export const impersonationId = (user: string, groups: readonly string[]): string =>
  `user:${[user, ...groups].map((part) => part.replaceAll('+', '%2B')).join('+')}`

function impersonated(id: string): Identity | undefined {
  if (!id.startsWith('user:')) return undefined
  const [user = '', ...groups] = id
    .slice(5)
    .split('+')
    .map((part) => part.replaceAll('%2B', '+'))
  if (!user) return undefined
  return {
    id,
    name: user,
    groups,
    note: 'Impersonated by the administrator',
    page: { type: 'admin' },
    headers: [['Impersonate-User', user], ...groups.map((group) => ['Impersonate-Group', group] as const)],
  }
}

interface IdentityState {
  /** Identities with credentials (tokens, certificates) that other pages made; they live as long as the tab. */
  readonly known: Readonly<Record<string, Identity>>
  /** Ids chosen lately, newest first. */
  readonly recent: readonly string[]
  /** Makes an identity selectable under its id. */
  add(identity: Identity): void
  remove(id: string): void
  used(id: string): void
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
  return known[id] ?? impersonated(id)
}

/** Whom the page speaks for now; `missing` names an identity whose credentials this tab does not have. */
export function useIdentity(): { identity: Identity; missing?: string } {
  const as = useQueryState()['as']
  const known = useIdentities((state) => state.known)
  const identity = identityOf(as, known)
  return identity ? { identity } : { identity: NOBODY, ...(as && { missing: as }) }
}
