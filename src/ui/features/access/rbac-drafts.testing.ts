/** Drafts that several tests edit. */

/** A Role with a comment. */
export const ROLE = `apiVersion: rbac.authorization.orch.io/v1
kind: Role
metadata:
  name: reader
  namespace: a
rules:
  # what the dashboard needs
  - apiGroups: [""]
    resources: [pods]
    verbs: [get]
`
/** A RoleBinding of it to alice. */
export const BINDING = `apiVersion: rbac.authorization.orch.io/v1
kind: RoleBinding
metadata: { name: readers, namespace: a }
roleRef: { apiGroup: rbac.authorization.orch.io, kind: Role, name: reader }
subjects:
  - { kind: User, apiGroup: rbac.authorization.orch.io, name: alice }
`
/** Both as one text. */
export const BOTH = `${ROLE}---\n${BINDING}`
