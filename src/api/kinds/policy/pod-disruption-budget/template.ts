import { template } from '../../template'

/** Starter manifest for this kind. */
export const podDisruptionBudgetTemplate = template(
  19,
  'policy',
  'v1',
  'PodDisruptionBudget',
  'Minimum pods kept during node drains',
  `
metadata:
  name: example
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app: example
`,
)
