/** A resource in one version as discovery reports it: names, scope and verbs. */
export interface NamedResource {
  readonly group: string
  readonly version: string
  /** Plural, as in URLs. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
}
