import { template } from '../../template'

/** A manifest to start from. */
export const namespaceTemplate = template(
  1,
  '',
  'v1',
  'Namespace',
  'A scope for names',
  `
metadata:
  name: example
  labels:
    purpose: trying-out
`,
)
