import { template } from '../../template'

/** Starter manifest for this kind. */
export const validatingWebhookConfigurationTemplate = template(
  22,
  'admissionregistration.orch.io',
  'v1',
  'ValidatingWebhookConfiguration',
  'Call a webhook before storing',
  `
metadata:
  name: example
webhooks:
  - name: check.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Ignore
    clientConfig:
      url: https://callback.example/check
    rules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE]
        resources: [pods]
`,
)
