import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { SERVICE_ACCOUNTS } from '../../../client/core-targets'
import { type Policy, policyOf, RBAC_GROUP, RBAC_RESOURCES } from '../../../authorization/policy'
import { PolicyIndex } from '../../../authorization/policy-index'
import type { ApiObject } from '../../../machinery/object'
import { useDiscovery } from '../../queries/use-discovery'
import { type LiveObjects, useLiveObjects } from '../../queries/live-objects'
import { useNamespaces } from '../../queries/namespaces'
import { useSystemClient } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { type Place, type Search, useGo, useQueryState } from '../../state/place'
import { type RbacDraft, rbacDrafts, draftPolicy, finderOver } from './rbac-drafts'
import { withObject } from './edit-rbac-drafts'
import { type MatrixResource, resourcesOf } from './matrix-cells'
import { type Candidate, candidatesOf } from './people'
import type { FindObject, RbacKind } from './remedy'

/** The current roles and bindings, and the same with the drafts applied. */
export interface Access {
  readonly phase: LiveObjects['phase']
  readonly error?: unknown
  readonly policy: Policy
  readonly index: PolicyIndex
  /** Finds a stored object by kind, namespace and name. */
  readonly stored: FindObject
  /** Finds an object in the drafts first, then in the store. */
  readonly find: FindObject
  /** All stored roles and bindings. */
  readonly objects: readonly ApiObject[]
  readonly namespaces: readonly string[]
  readonly resources: readonly MatrixResource[]
  readonly candidates: readonly Candidate[]
  readonly drafts: readonly RbacDraft[]
  /** Policy and index with the drafts applied; undefined without drafts. */
  readonly drafted?: { readonly policy: Policy; readonly index: PolicyIndex }
  /** Changes with every stored role and binding. */
  readonly version: string
}

/** Key of the draft with the test cases of the lab. */
export const BENCH = 'access/bench'
const KINDS = Object.keys(RBAC_RESOURCES) as RbacKind[]
const NOTHING: readonly MatrixResource[] = []

const AccessContext = createContext<Access | undefined>(undefined)

/** What the components of the access lab share. @throws Error outside of the lab */
export function useAccess(): Access {
  const access = useContext(AccessContext)
  if (!access) throw new Error('no access lab above this component')
  return access
}

const useKind = (kind: RbacKind): LiveObjects => {
  const client = useSystemClient()
  const { resource } = RBAC_RESOURCES[kind]
  return useLiveObjects(client, { group: RBAC_GROUP, version: 'v1', resource })
}

/** Query parameters shared by all views, kept when the user switches between them. */
export const kept = (query: Search): Search =>
  Object.fromEntries(['ns', 'who', 'with', 'verb', 'what', 'name'].map((key) => [key, query[key]]))

/** The text of drafted roles and bindings, with functions to change it. */
export function useRbacDrafts(): {
  readonly text: string
  readonly set: (text: string) => void
  /** Adds objects and opens the draft page. */
  readonly draft: (objects: readonly ApiObject[]) => void
} {
  const go = useGo()
  const query = useQueryState()
  const text = useDrafts((state) => state.drafts[BENCH]?.text) ?? ''
  const set = (next: string): void => {
    if (next.trim()) useDrafts.getState().keep(BENCH, next)
    else useDrafts.getState().drop(BENCH)
  }
  return {
    text,
    set,
    draft: (objects) => {
      const current = useDrafts.getState().drafts[BENCH]?.text ?? ''
      set(objects.reduce(withObject, current))
      const first = objects[0]
      go({ to: '/access/draft', search: { ...kept(query), doc: first && documentId(first) } })
    },
  }
}

/** A document's id in addresses: `Role/shop/reader`. */
export const documentId = ({ kind = '', metadata }: ApiObject): string =>
  [kind, metadata.namespace ?? '', metadata.name ?? ''].join('/')

/** Lists and watches roles, bindings and service accounts once for all views. */
export function AccessProvider({ children }: { readonly children: ReactNode }) {
  const client = useSystemClient()
  const [roles, clusterRoles, roleBindings, clusterRoleBindings] = [
    useKind('Role'),
    useKind('ClusterRole'),
    useKind('RoleBinding'),
    useKind('ClusterRoleBinding'),
  ]
  const accounts = useLiveObjects(client, SERVICE_ACCOUNTS)
  const namespaces = useNamespaces()
  const discovery = useDiscovery().data
  const text = useDrafts((state) => state.drafts[BENCH]?.text) ?? ''
  const lists = [roles, clusterRoles, roleBindings, clusterRoleBindings]
  const fault = lists.find(({ phase }) => phase === 'failed')
  const phase = fault ? 'failed' : lists.some((list) => list.phase === 'loading') ? 'loading' : 'live'

  const stored = useMemo(() => {
    const policy = policyOf({
      roles: roles.items,
      clusterRoles: clusterRoles.items,
      roleBindings: roleBindings.items,
      clusterRoleBindings: clusterRoleBindings.items,
    })
    const items: Record<RbacKind, readonly ApiObject[]> = {
      Role: roles.items,
      ClusterRole: clusterRoles.items,
      RoleBinding: roleBindings.items,
      ClusterRoleBinding: clusterRoleBindings.items,
    }
    // List items lack apiVersion and kind, which their list states once.
    const objects = KINDS.flatMap((kind) =>
      items[kind].map((item): ApiObject => ({ ...item, apiVersion: `${RBAC_GROUP}/v1`, kind })),
    )
    const byId = new Map(objects.map((object) => [documentId(object), object]))
    const find: FindObject = (kind, namespace, name) => byId.get([kind, namespace, name].join('/'))
    return { policy, index: PolicyIndex.of(policy), objects, find }
  }, [roles.items, clusterRoles.items, roleBindings.items, clusterRoleBindings.items])
  const documents = useMemo(() => rbacDrafts(text), [text])
  const drafted = useMemo(() => {
    if (!documents.some(({ object }) => object)) return undefined
    const policy = draftPolicy(stored.policy, documents)
    return { policy, index: PolicyIndex.of(policy) }
  }, [stored.policy, documents])
  const resources = useMemo(() => (discovery ? resourcesOf(discovery) : NOTHING), [discovery])
  const candidates = useMemo(
    () =>
      candidatesOf(
        stored.policy,
        accounts.items.map(({ metadata }) => ({ namespace: metadata.namespace ?? '', name: metadata.name ?? '' })),
      ),
    [stored.policy, accounts.items],
  )
  const version = lists.map((list) => list.version ?? '').join(' ')
  const access = useMemo(
    (): Access => ({
      phase,
      error: fault?.error,
      policy: stored.policy,
      index: stored.index,
      stored: stored.find,
      find: finderOver(documents, stored.find),
      objects: stored.objects,
      namespaces,
      resources,
      candidates,
      drafts: documents,
      ...(drafted && { drafted }),
      version,
    }),
    [phase, fault?.error, stored, documents, namespaces, resources, candidates, drafted, version],
  )
  return <AccessContext value={access}>{children}</AccessContext>
}

/** Whether requests for a resource have a namespace; true for unknown resources. */
export const isNamespaced = (resources: readonly MatrixResource[], what: string): boolean =>
  resources.find(({ text }) => text === what)?.namespaced ?? true

/** The Why page for a question. */
export const whyPlace = (search: NonNullable<Place['search']>): Place => ({ to: '/access/why', search })
/** The page that lists what somebody may do. */
export const rightsPlace = (who: string, ns?: string): Place => ({ to: '/access/rights', search: { who, ns } })
