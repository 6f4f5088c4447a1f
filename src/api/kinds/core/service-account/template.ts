import { template } from '../../template'

/** Starter manifest for this kind. */
export const serviceAccountTemplate = template(
  14,
  '',
  'v1',
  'ServiceAccount',
  'An identity for pods',
  `
metadata:
  name: example
`,
)
