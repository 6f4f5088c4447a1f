import { template } from '../../template'

/** Starter manifest for this kind. */
export const limitRangeTemplate = template(
  21,
  '',
  'v1',
  'LimitRange',
  'Default and maximum resources for containers',
  `
metadata:
  name: example
spec:
  limits:
    - type: Container
      default:
        memory: 256Mi
      defaultRequest:
        cpu: 100m
        memory: 128Mi
`,
)
