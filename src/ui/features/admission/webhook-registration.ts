import { toYaml } from '../../components/editor/documents'
import type { WebhookPolicy } from './webhook-policies/policy'

/** The namespace of the webhooks' services; the webhooks never apply to it. */
export const WEBHOOK_NAMESPACE = 'callbacks'

/** Address of a simulated webhook, as its configuration names it. */
export const webhookUrl = (id: string): string => `https://${id}.${WEBHOOK_NAMESPACE}.svc/`

const EXEMPT = {
  namespaceSelector: {
    matchExpressions: [
      {
        key: 'orch.io/metadata.name',
        operator: 'NotIn',
        values: ['orch-system', 'orch-public', 'orch-node-lease', WEBHOOK_NAMESPACE],
      },
    ],
  },
}

/** The documents that register a webhook: namespace, service and configuration. */
export function registrationOf({
  id,
  kind,
  rules,
  more = {},
}: Pick<WebhookPolicy, 'id' | 'kind' | 'rules' | 'more'>): string {
  const documents = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: WEBHOOK_NAMESPACE } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: id, namespace: WEBHOOK_NAMESPACE },
      spec: { ports: [{ port: 443, protocol: 'TCP' }] },
    },
    {
      apiVersion: 'admissionregistration.orch.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: id },
      webhooks: [
        {
          name: `${id}.${WEBHOOK_NAMESPACE}.example.com`,
          clientConfig: { service: { namespace: WEBHOOK_NAMESPACE, name: id, path: '/' } },
          rules,
          ...EXEMPT,
          failurePolicy: 'Fail',
          timeoutSeconds: 5,
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          ...more,
        },
      ],
    },
  ]
  return documents.map(toYaml).join('---\n')
}
