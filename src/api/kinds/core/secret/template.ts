import { template } from '../../template'

/** A manifest to start from. */
export const secretTemplate = template(
  12,
  '',
  'v1',
  'Secret',
  'Sensitive data such as passwords and keys',
  `
metadata:
  name: example
type: Opaque
stringData:
  user: admin
  password: change-me
`,
)
