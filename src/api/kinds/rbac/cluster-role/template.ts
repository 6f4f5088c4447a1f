import { template } from '../../template'

/** Starter manifest for this kind. */
export const clusterRoleTemplate = template(
  17,
  'rbac.authorization.orch.io',
  'v1',
  'ClusterRole',
  'Permissions in the whole cluster',
  `
metadata:
  name: example
rules:
  - apiGroups: ['']
    resources: [nodes]
    verbs: [get, list, watch]
`,
)
