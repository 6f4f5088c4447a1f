import { expect, test } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { podSelectorOf, referencesOf } from './references'

const object = (fields: Record<string, unknown>): ApiObject => ({ metadata: { name: 'x' }, ...fields })
const told = (fields: Record<string, unknown>): string[] =>
  referencesOf(object(fields)).map(
    ({ group, kind, namespace, name, field }) =>
      `${field}: ${kind}${group && `.${group}`} ${namespace ? `${namespace}/` : ''}${name}`,
  )

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'a pod',
    {
      spec: {
        serviceAccountName: 'runner',
        priorityClassName: 'high',
        imagePullSecrets: [{ name: 'registry' }],
        volumes: [
          { name: 'a', configMap: { name: 'settings' } },
          { name: 'b', secret: { secretName: 'keys' } },
          { name: 'c', persistentVolumeClaim: { claimName: 'disk' } },
        ],
        containers: [
          {
            env: [{ valueFrom: { secretKeyRef: { name: 'database', key: 'url' } } }],
            envFrom: [{ configMapRef: { name: 'settings' } }],
          },
        ],
      },
    },
    [
      'spec.serviceAccountName: ServiceAccount runner',
      'spec.priorityClassName: PriorityClass.scheduling.orch.io high',
      'spec.imagePullSecrets: Secret registry',
      'spec.volumes.configMap: ConfigMap settings',
      'spec.volumes.secret.secretName: Secret keys',
      'spec.volumes.persistentVolumeClaim: PersistentVolumeClaim disk',
      'spec.containers.env.valueFrom.secretKeyRef: Secret database',
    ],
  ],
  [
    'an ingress',
    { spec: { ingressClassName: 'edge', rules: [{ http: { paths: [{ backend: { service: { name: 'web' } } }] } }] } },
    [
      'spec.ingressClassName: IngressClass.networking.orch.io edge',
      'spec.rules.http.paths.backend.service: Service web',
    ],
  ],
  [
    'an autoscaler',
    { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } } },
    ['spec.scaleTargetRef: Deployment.apps web'],
  ],
  [
    'a binding',
    {
      roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'reader' },
      subjects: [
        { kind: 'User', name: 'alice' },
        { kind: 'ServiceAccount', namespace: 'tools', name: 'bot' },
      ],
    },
    ['roleRef: Role.rbac.authorization.orch.io reader', 'subjects: ServiceAccount tools/bot'],
  ],
  ['data, which holds no references', { data: { secretName: 'x' }, metadata: { labels: { nodeName: 'y' } } }, []],
])('the objects that %s names', (_, fields, references) => {
  expect(told(fields)).toEqual(references)
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['Service', { selector: { app: 'web' } }, true],
  ['Service', { selector: {} }, false],
  ['Service', {}, false],
  ['PodDisruptionBudget', { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] } }, true],
  ['NetworkPolicy', { podSelector: {} }, true],
  ['NetworkPolicy', { podSelector: { matchExpressions: [{ key: 'app', operator: 'Odd' }] } }, false],
  ['ConfigMap', { selector: { app: 'web' } }, false],
])('a %s with %j chooses a pod of app=web: %s', (kind, spec, chosen) => {
  expect(podSelectorOf(kind, object({ spec })).matches({ app: 'web' })).toBe(chosen)
})
