import { template } from '../../template'

/** Starter manifest for this kind. */
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
