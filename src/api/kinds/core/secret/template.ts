import { template } from '../../template'

/** Starter manifest for this kind. */
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
