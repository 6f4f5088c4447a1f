/** The form of the release tables: what exists since when, until when. Numbers are minor releases of 1. */

import type { GateName } from './gates'

/** Releases that can be served. */
export const FIRST_RELEASE = 15
export const LAST_RELEASE = 36

export interface VersionSpan {
  readonly since: number
  /** First release in which calls are answered with a warning. */
  readonly deprecated?: number
  /** First release that no longer serves it. */
  readonly removed?: number
  /** apiVersion of what to use instead; the same kind unless `instead` says otherwise. Empty: nothing. */
  readonly instead?: string
}

export interface SubresourceRow {
  readonly name: string
  readonly kind?: string
  /** apiVersion of the kind when it differs from the resource's. */
  readonly apiVersion?: string
  readonly verbs: readonly string[]
  readonly since?: number
  readonly removed?: number
  readonly gate?: GateName
  /** Only in these versions of the resource. */
  readonly versions?: readonly string[]
}

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
  /** Verbs that came later than the resource. */
  readonly laterVerbs?: Readonly<Record<string, number>>
}

export const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const
const WRITE_PART = ['get', 'patch', 'update'] as const

export const status: SubresourceRow = { name: 'status', verbs: WRITE_PART }
export const scale = (apiVersion = 'autoscaling/v1', more: Partial<SubresourceRow> = {}): SubresourceRow => ({
  name: 'scale',
  kind: 'Scale',
  apiVersion,
  verbs: WRITE_PART,
  ...more,
})
export const writePart = (name: string, more: Partial<SubresourceRow> = {}): SubresourceRow => ({
  name,
  verbs: WRITE_PART,
  ...more,
})
export const action = (name: string, more: Partial<SubresourceRow> = {}): SubresourceRow => ({
  name,
  verbs: ['create'],
  ...more,
})
/** A connection to a pod, a node or a service. */
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

export const namespaced = row(true)
export const clusterScoped = row(false)
