import { template } from '../../template'

/** Starter manifest for this kind. */
export const networkPolicyTemplate = template(
  10,
  'networking.orch.io',
  'v1',
  'NetworkPolicy',
  'Allow or deny traffic between pods',
  `
metadata:
  name: example
spec:
  podSelector:
    matchLabels:
      app: example
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              role: front
      ports:
        - port: 8080
`,
)
