import { toYaml } from '../../components/editor/documents'
import type { WebhookPolicy } from './webhook-policies/policy'

/** The namespace of the webhooks' services; the webhooks never apply to it. */
export const WEBHOOK_NAMESPACE = 'webhooks'

/** Address of a simulated webhook, as its configuration names it. */
export const webhookUrl = (id: string): string => `https://${id}.${WEBHOOK_NAMESPACE}.svc/`

/** The namespace of the service that a webhook's address names; a stored webhook may have been made for another one. */
export const webhookNamespace = (url: string): string =>
  /^https:\/\/[^./]+\.([^./]+)\.svc\//.exec(url)?.[1] ?? WEBHOOK_NAMESPACE

const exempt = (namespace: string) => ({
  namespaceSelector: {
    matchExpressions: [
      {
        key: 'orch.io/metadata.name',
        operator: 'NotIn',
        values: ['orch-system', 'orch-public', 'orch-node-lease', namespace],
      },
    ],
  },
})

/** The documents that register a webhook: namespace, service and configuration. */
export function registrationOf(
  { id, kind, rules, more = {} }: Pick<WebhookPolicy, 'id' | 'kind' | 'rules' | 'more'>,
  namespace = WEBHOOK_NAMESPACE,
): string {
  const documents = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: id, namespace },
      spec: { ports: [{ port: 443, protocol: 'TCP' }] },
    },
    {
      apiVersion: 'admissionregistration.orch.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: id },
      webhooks: [
        {
          name: `${id}.${namespace}.example.com`,
          clientConfig: { service: { namespace, name: id, path: '/' } },
          rules,
          ...exempt(namespace),
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
