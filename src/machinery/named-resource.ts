/** What discovery tells of a resource in one version: its names, where its objects live and what can be done with them. */
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
