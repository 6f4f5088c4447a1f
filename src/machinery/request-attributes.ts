/** What a request is about, as authorization and audit see it (authentication document, "Authorization" 1). */
export interface RequestAttributes {
  /** False for paths outside the API's groups, such as `/version`; then only verb and path count. */
  readonly isResourceRequest: boolean
  readonly verb: string
  /** Empty for the core group. */
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly subresource: string
  /** Empty for cluster-scoped resources, and for requests to all namespaces. */
  readonly namespace: string
  /** Empty for collections. */
  readonly name: string
  readonly path: string
}
