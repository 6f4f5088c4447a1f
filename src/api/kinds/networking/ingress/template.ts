import { template } from '../../template'

/** Starter manifest for this kind. */
export const ingressTemplate = template(
  9,
  'networking.orch.io',
  'v1',
  'Ingress',
  'Route HTTP hosts and paths to services',
  `
metadata:
  name: example
spec:
  rules:
    - host: example.test
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: example
                port:
                  name: http
`,
)
