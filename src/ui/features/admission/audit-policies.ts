/** Example policies, from little to much detail. */
export interface PolicyExample {
  readonly title: string
  readonly about: string
  readonly text: string
}

const HEAD = `apiVersion: audit.orch.io/v1
kind: Policy
omitStages: [RequestReceived]
omitManagedFields: true
rules:
`

const QUIET = `  # The control plane's own work and health checks would drown everything else.
  - level: None
    userGroups: ["system:serviceaccounts"]
    verbs: [get, list, watch]
  - level: None
    nonResourceURLs: ["/healthz*", "/livez*", "/readyz*", "/version", "/openapi*", "/metrics"]
`

/** Audit policies to start from. */
export const POLICY_EXAMPLES: readonly PolicyExample[] = [
  {
    title: 'Who changed what',
    about: 'Who wrote what and the result, without bodies.',
    text: `${HEAD}${QUIET}  - level: None
    verbs: [get, list, watch]
  - level: Metadata
`,
  },
  {
    title: 'Writes with bodies',
    about: 'Writes with bodies, reads without. Secrets stay hidden.',
    text: `${HEAD}${QUIET}  - level: Request
    verbs: [create, update, patch, delete]
  - level: Metadata
`,
  },
  {
    title: 'Everything',
    about: 'All requests with request and response bodies. Large: use it for a short time.',
    text: `${HEAD}  - level: RequestResponse\n`,
  },
]
