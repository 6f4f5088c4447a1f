/** Types of the release tables, which say when something exists. Numbers are minor releases of 1. */

import type { GateName } from './gates'

/** First release that can be served. */
export const FIRST_RELEASE = 15
/** Minor number of the newest release. */
export const LAST_RELEASE = 36

/** The releases that serve one version of a resource. */
export interface VersionSpan {
  readonly since: number
  /** First release that answers calls with a deprecation warning. */
  readonly deprecated?: number
  /** First release that no longer serves it. */
  readonly removed?: number
  /** apiVersion of the replacement, and its kind if it differs (`networking.orch.io/v1 IngressClassList`). Empty: none. */
  readonly instead?: string
  /** What releases before `until` announced, where the plan changed later. */
  readonly announced?: { readonly until: number } & Pick<VersionSpan, 'deprecated' | 'removed' | 'instead'>
}

/** A subresource and its verbs. */
export interface SubresourceRow {
  readonly name: string
  readonly kind?: string
  /** apiVersion of the kind if it differs from the resource's. */
  readonly apiVersion?: string
  readonly verbs: readonly string[]
  readonly since?: number
  readonly removed?: number
  readonly gate?: GateName
  /** Versions of the resource that have it; all by default. */
  readonly versions?: readonly string[]
}

/** A resource with its versions and names, through all releases. */
export interface ResourceRow {
  readonly group: string
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources: readonly SubresourceRow[]
  readonly versions: Readonly<Record<string, VersionSpan>>
  /** Verbs added later than the resource. */
  readonly laterVerbs?: Readonly<Record<string, number>>
}

/** The verbs of an ordinary resource. */
export const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const
const WRITE_PART = ['get', 'patch', 'update'] as const

/** The status subresource. */
export const status: SubresourceRow = { name: 'status', verbs: WRITE_PART }
/** The scale subresource. */
export const scale = (apiVersion = 'autoscaling/v1', more: Partial<SubresourceRow> = {}): SubresourceRow => ({
  name: 'scale',
  kind: 'Scale',
  apiVersion,
  verbs: WRITE_PART,
  ...more,
})
/** A subresource that reads and writes part of its object. */
export const writePart = (name: string, more: Partial<SubresourceRow> = {}): SubresourceRow => ({
  name,
  verbs: WRITE_PART,
  ...more,
})
/** A subresource that can only be created, and does something to its object. */
export const action = (name: string, more: Partial<SubresourceRow> = {}): SubresourceRow => ({
  name,
  verbs: ['create'],
  ...more,
})
/** A subresource that connects to a pod, node or service. */
export const connection = (name: string, kind: string, verbs: readonly string[]): SubresourceRow => ({
  name,
  kind,
  verbs,
})

type Spans = ResourceRow['versions']
type Options = Partial<Pick<ResourceRow, 'shortNames' | 'categories' | 'subresources' | 'verbs' | 'laterVerbs'>>

const row =
  (namespaced: boolean) =>
  (group: string, resource: string, kind: string, versions: Spans, options: Options = {}): ResourceRow => ({
    group,
    resource,
    kind,
    namespaced,
    verbs: ALL_VERBS,
    subresources: [],
    ...options,
    versions,
  })

/** A row of a resource in namespaces. */
export const namespaced = row(true)
/** A row of a resource outside namespaces. */
export const clusterScoped = row(false)
