import { template } from '../../template'

/** Starter manifest for this kind. */
export const roleTemplate = template(
  15,
  'rbac.authorization.orch.io',
  'v1',
  'Role',
  'Permissions in one namespace',
  `
metadata:
  name: example
rules:
  - apiGroups: ['']
    resources: [pods, pods/log]
    verbs: [get, list, watch]
`,
)
