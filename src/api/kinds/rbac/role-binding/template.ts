import { template } from '../../template'

/** Starter manifest for this kind. */
export const roleBindingTemplate = template(
  16,
  'rbac.authorization.orch.io',
  'v1',
  'RoleBinding',
  'Grant a role to users',
  `
metadata:
  name: example
roleRef:
  apiGroup: rbac.authorization.orch.io
  kind: Role
  name: example
subjects:
  - kind: ServiceAccount
    name: example
    namespace: default
`,
)
