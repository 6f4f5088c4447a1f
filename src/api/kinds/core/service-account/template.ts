import { template } from '../../template'

/** A manifest to start from. */
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
