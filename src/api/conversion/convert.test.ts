import { describe, expect, it } from 'vitest'
import { clone } from '../../machinery/json'
import { parseApiVersion, type ApiObject } from '../../machinery/object'
import { convertFromHub, convertToHub, hubOf } from './convert'
import { versionDefaults } from './version-defaults'

const through = (object: ApiObject, apiVersion: string): ApiObject => {
  const from = parseApiVersion(object.apiVersion ?? '') ?? { group: '', version: '' }
  const to = parseApiVersion(apiVersion) ?? { group: '', version: '' }
  const kind = object.kind ?? ''
  return convertFromHub(convertToHub(object, from.group, from.version, kind), to.group, to.version, kind)
}
const of = (apiVersion: string, kind: string, content: Record<string, unknown>, metadata = {}): ApiObject => ({
  apiVersion,
  kind,
  metadata: { name: 'a', ...metadata },
  ...content,
})

describe('hubs', () => {
  it.each([
    ['extensions', 'ingresses', 'networking.orch.io', 'v1'],
    ['apps', 'deployments', 'apps', 'v1'],
    ['extensions', 'deployments', 'apps', 'v1'],
    ['autoscaling', 'horizontalpodautoscalers', 'autoscaling', 'v2'],
    ['events.orch.io', 'events', '', 'v1'],
    ['policy', 'podsecuritypolicies', 'policy', 'v1beta1'],
    ['policy', 'poddisruptionbudgets', 'policy', 'v1'],
    ['batch', 'cronjobs', 'batch', 'v1'],
    ['flowcontrol.apiserver.orch.io', 'flowschemas', 'flowcontrol.apiserver.orch.io', 'v1beta2'],
    ['authorization.orch.io', 'subjectaccessreviews', 'authorization.orch.io', 'v1'],
  ])('of %s %s is %s/%s', (group, resource, hubGroup, version) => {
    expect(hubOf(group, resource)).toMatchObject({ group: hubGroup, version })
  })

  it('exist for built-in resources only', () => {
    expect(() => hubOf('example.com', 'things')).toThrow('things')
  })
})

const backend = { service: { name: 's', port: { name: 'web' } } }

describe('reading an object through another version', () => {
  it.each<[string, ApiObject, string, Record<string, unknown>]>([
    [
      'an ingress',
      of('networking.orch.io/v1', 'Ingress', {
        spec: {
          defaultBackend: { service: { name: 'd', port: { number: 80 } } },
          rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
        },
      }),
      'extensions/v1beta1',
      {
        spec: {
          backend: { serviceName: 'd', servicePort: 80 },
          rules: [
            { http: { paths: [{ path: '/', pathType: 'Prefix', backend: { serviceName: 's', servicePort: 'web' } }] } },
          ],
        },
      },
    ],
    [
      'part of a backend',
      of('networking.orch.io/v1beta1', 'Ingress', { spec: { backend: { servicePort: 'web' } } }),
      'networking.orch.io/v1',
      { spec: { defaultBackend: { service: { port: { name: 'web' } } } } },
    ],
    [
      'an event',
      of('v1', 'Event', {
        involvedObject: { name: 'p' },
        message: 'm',
        count: 3,
        source: { component: 'c' },
        firstTimestamp: null,
      }),
      'events.orch.io/v1beta1',
      {
        regarding: { name: 'p' },
        note: 'm',
        deprecatedCount: 3,
        deprecatedSource: { component: 'c' },
        deprecatedFirstTimestamp: null,
      },
    ],
    [
      'a review',
      of('authorization.orch.io/v1beta1', 'SubjectAccessReview', { spec: { group: ['g'] } }),
      'authorization.orch.io/v1',
      { spec: { groups: ['g'] } },
    ],
    [
      'a budget for no pods',
      of('policy/v1beta1', 'PodDisruptionBudget', { spec: { selector: {} } }),
      'policy/v1',
      {
        spec: {
          selector: {
            matchExpressions: [{ key: 'pdb.orch.io/deprecated-v1beta1-empty-selector-match', operator: 'Exists' }],
          },
        },
      },
    ],
    [
      'a budget for all pods',
      of('policy/v1', 'PodDisruptionBudget', { spec: { selector: {} } }),
      'policy/v1beta1',
      {
        spec: {
          selector: {
            matchExpressions: [
              { key: 'pdb.orch.io/deprecated-v1beta1-empty-selector-match', operator: 'DoesNotExist' },
            ],
          },
        },
      },
    ],
    ['a budget without selector', of('policy/v1beta1', 'PodDisruptionBudget', { spec: {} }), 'policy/v1', { spec: {} }],
    [
      'a slice',
      of('discovery.orch.io/v1beta1', 'EndpointSlice', {
        endpoints: [
          {
            addresses: ['1.2.3.4'],
            nodeName: 'n',
            topology: { 'orch.io/hostname': 'n', 'topology.orch.io/zone': 'z', x: 'y' },
          },
        ],
      }),
      'discovery.orch.io/v1',
      { endpoints: [{ addresses: ['1.2.3.4'], nodeName: 'n', deprecatedTopology: { x: 'y' }, zone: 'z' }] },
    ],
    [
      'a slice with a node',
      of('discovery.orch.io/v1', 'EndpointSlice', { endpoints: [{ addresses: [], nodeName: 'n' }] }),
      'discovery.orch.io/v1beta1',
      { endpoints: [{ addresses: [], nodeName: 'n', topology: { 'orch.io/hostname': 'n' } }] },
    ],
    [
      'a runtime class',
      of('node.orch.io/v1alpha1', 'RuntimeClass', {
        spec: { runtimeHandler: 'h', overhead: { podFixed: { cpu: '1' } } },
      }),
      'node.orch.io/v1',
      { handler: 'h', overhead: { podFixed: { cpu: '1' } } },
    ],
    [
      'everybody',
      of('rbac.authorization.orch.io/v1alpha1', 'RoleBinding', {
        subjects: [{ kind: 'User', name: '*', apiVersion: 'x' }],
      }),
      'rbac.authorization.orch.io/v1',
      { subjects: [{ kind: 'Group', name: 'system:authenticated', apiGroup: 'rbac.authorization.orch.io' }] },
    ],
    [
      'shares',
      of('flowcontrol.apiserver.orch.io/v1beta3', 'PriorityLevelConfiguration', {
        spec: { limited: { nominalConcurrencyShares: 5 } },
      }),
      'flowcontrol.apiserver.orch.io/v1beta1',
      { spec: { limited: { assuredConcurrencyShares: 5 } } },
    ],
    [
      'a lease',
      of('coordination.orch.io/v1beta1', 'Lease', { spec: { holderIdentity: 'me' } }),
      'coordination.orch.io/v1',
      { spec: { holderIdentity: 'me' } },
    ],
    [
      'a definition',
      of('apiextensions.orch.io/v1beta1', 'CustomResourceDefinition', {
        spec: {
          group: 'g',
          version: 'v1',
          validation: { openAPIV3Schema: { type: 'object' } },
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: 'A', JSONPath: '.a' }],
          conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'u' }, conversionReviewVersions: ['v1'] },
        },
      }),
      'apiextensions.orch.io/v1',
      {
        spec: {
          group: 'g',
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object' } },
              subresources: { status: {} },
              additionalPrinterColumns: [{ name: 'A', jsonPath: '.a' }],
            },
          ],
          conversion: {
            strategy: 'Webhook',
            webhook: { clientConfig: { url: 'u' }, conversionReviewVersions: ['v1'] },
          },
        },
      },
    ],
  ])('%s', (_, object, apiVersion, expected) => {
    const before = clone(object)
    const { metadata, kind, apiVersion: named, ...rest } = through(object, apiVersion)
    expect({ metadata, kind, named }).toEqual({ metadata: object.metadata, kind: object.kind, named: apiVersion })
    expect(rest).toEqual(expected)
    expect(object).toEqual(before)
  })

  it('keeps per-version parts of a definition whose versions differ', () => {
    const versions = [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object', required: ['a'] } } },
    ]
    const old = through(
      of('apiextensions.orch.io/v1', 'CustomResourceDefinition', { spec: { versions } }),
      'apiextensions.orch.io/v1beta1',
    )
    expect(old.spec).toEqual({ version: 'v1', versions, preserveUnknownFields: false })
  })

  it('keeps in annotations what a version has no field for', () => {
    const deployment = of('extensions/v1beta1', 'Deployment', { spec: { rollbackTo: { revision: 3 }, replicas: 1 } })
    const hub = through(deployment, 'apps/v1')
    expect(hub).toMatchObject({
      spec: { replicas: 1 },
      metadata: { annotations: { 'deprecated.deployment.rollback.to': '3' } },
    })
    expect(hub.spec).not.toHaveProperty('rollbackTo')
    expect(through(hub, 'extensions/v1beta1')).toEqual(deployment)
    const daemons = of(
      'extensions/v1beta1',
      'DaemonSet',
      { spec: { templateGeneration: 4 } },
      { annotations: { x: 'y' } },
    )
    expect(through(daemons, 'apps/v1').metadata.annotations).toEqual({
      x: 'y',
      'deprecated.daemonset.template.generation': '4',
    })
    expect(through(through(daemons, 'apps/v1'), 'extensions/v1beta1')).toEqual(daemons)
  })
})

describe('an autoscaler', () => {
  const metrics = [
    { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '100Mi' } } },
    {
      type: 'Pods',
      pods: {
        metric: { name: 'pps', selector: { matchLabels: { a: 'b' } } },
        target: { type: 'AverageValue', averageValue: '1k' },
      },
    },
    { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
  ]
  const behavior = { scaleDown: { selectPolicy: 'Min', policies: [{ type: 'Pods', value: 4, periodSeconds: 60 }] } }
  const hub = of('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { maxReplicas: 5, metrics, behavior } })

  it('survives a change through v1', () => {
    const v1 = through(hub, 'autoscaling/v1')
    expect(v1.spec).toEqual({ maxReplicas: 5, targetCPUUtilizationPercentage: 60 })
    expect(v1.metadata.annotations).toEqual({
      'autoscaling.alpha.orch.io/metrics':
        '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"100Mi"}},{"type":"Pods","pods":{"metricName":"pps","targetAverageValue":"1k","selector":{"matchLabels":{"a":"b"}}}}]',
      'autoscaling.alpha.orch.io/behavior':
        '{"ScaleUp":null,"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Min",' +
        '"Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":60}]}}',
    })
    const changed = through(
      { ...v1, spec: { maxReplicas: 8, targetCPUUtilizationPercentage: 70 } },
      'autoscaling/v2beta2',
    )
    expect(changed.metadata).toEqual({ name: 'a' })
    expect(changed.spec).toEqual({
      maxReplicas: 8,
      behavior,
      metrics: [
        metrics[0],
        metrics[1],
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    })
  })

  it('is read through v2beta1', () => {
    const old = through(hub, 'autoscaling/v2beta1')
    expect((old.spec as { metrics: unknown }).metrics).toEqual([
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '100Mi' } },
      { type: 'Pods', pods: { metricName: 'pps', selector: { matchLabels: { a: 'b' } }, targetAverageValue: '1k' } },
      { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 60 } },
    ])
    expect(through(old, 'autoscaling/v2')).toEqual(hub)
  })

  it('keeps malformed annotations out of the hub', () => {
    const v1 = of(
      'autoscaling/v1',
      'HorizontalPodAutoscaler',
      { spec: { maxReplicas: 1 } },
      { annotations: { 'autoscaling.alpha.orch.io/metrics': '{' } },
    )
    expect(through(v1, 'autoscaling/v2')).toEqual(
      of('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { maxReplicas: 1 } }),
    )
  })

  it.each(['v1', 'v2beta1', 'v2beta2'])('drops currentReplicas of zero, which %s requires', (version) => {
    const older = of(`autoscaling/${version}`, 'HorizontalPodAutoscaler', {
      status: { currentReplicas: 0, desiredReplicas: 0 },
    })
    expect(through(older, 'autoscaling/v2').status).toEqual({ desiredReplicas: 0 })
  })

  it('keeps the other current metrics beside that of the CPU', () => {
    const status = {
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40, averageValue: '2' } } },
      ],
      conditions: [{ type: 'ScalingActive', status: 'True' }],
    }
    const v1 = through(of('autoscaling/v2', 'HorizontalPodAutoscaler', { status }), 'autoscaling/v1')
    expect(v1.status).toEqual({ currentCPUUtilizationPercentage: 40 })
    const raised = through({ ...v1, status: { currentCPUUtilizationPercentage: 50 } }, 'autoscaling/v2')
    expect(raised.status).toEqual({
      ...status,
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 50, averageValue: '2' } } },
      ],
    })
  })
})

describe('defaults of a version', () => {
  const filled = (apiVersion: string, kind: string, content: Record<string, unknown>): ApiObject => {
    const object = of(apiVersion, kind, content)
    const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' }
    versionDefaults(object, group, version, kind)
    return object
  }
  const template = { metadata: { labels: { app: 'x' } } }

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'extensions/v1beta1',
      'Deployment',
      { spec: { template } },
      {
        spec: {
          template,
          selector: { matchLabels: { app: 'x' } },
          progressDeadlineSeconds: 2147483647,
          revisionHistoryLimit: 2147483647,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
        },
        metadata: { name: 'a', labels: { app: 'x' } },
      },
    ],
    [
      'apps/v1beta1',
      'Deployment',
      { spec: { template, selector: { matchLabels: { b: 'c' } }, strategy: { type: 'Recreate' } } },
      {
        spec: {
          template,
          selector: { matchLabels: { b: 'c' } },
          progressDeadlineSeconds: 600,
          revisionHistoryLimit: 2,
          strategy: { type: 'Recreate' },
        },
        metadata: { name: 'a', labels: { app: 'x' } },
      },
    ],
    [
      'apps/v1',
      'Deployment',
      { spec: { template } },
      {
        spec: {
          template,
          progressDeadlineSeconds: 600,
          revisionHistoryLimit: 10,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
        },
        metadata: { name: 'a' },
      },
    ],
    ['extensions/v1beta1', 'DaemonSet', { spec: {} }, { spec: { updateStrategy: { type: 'OnDelete' } } }],
    ['apps/v1beta2', 'DaemonSet', { spec: {} }, { spec: { updateStrategy: { type: 'RollingUpdate' } } }],
    ['apps/v1beta1', 'StatefulSet', { spec: {} }, { spec: { updateStrategy: { type: 'OnDelete' } } }],
    [
      'admissionregistration.orch.io/v1beta1',
      'MutatingWebhookConfiguration',
      { webhooks: [{ name: 'h' }] },
      {
        webhooks: [
          {
            name: 'h',
            failurePolicy: 'Ignore',
            matchPolicy: 'Exact',
            timeoutSeconds: 30,
            sideEffects: 'Unknown',
            admissionReviewVersions: ['v1beta1'],
          },
        ],
      },
    ],
    [
      'admissionregistration.orch.io/v1',
      'ValidatingWebhookConfiguration',
      { webhooks: [{ name: 'h', timeoutSeconds: 3 }] },
      { webhooks: [{ name: 'h', failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 3 }] },
    ],
    [
      'networking.orch.io/v1beta1',
      'Ingress',
      { spec: { rules: [{ http: { paths: [{}] } }] } },
      { spec: { rules: [{ http: { paths: [{ pathType: 'ImplementationSpecific' }] } }] } },
    ],
    [
      'networking.orch.io/v1',
      'Ingress',
      { spec: { rules: [{ http: { paths: [{}] } }] } },
      { spec: { rules: [{ http: { paths: [{}] } }] } },
    ],
    ['autoscaling/v1', 'HorizontalPodAutoscaler', { spec: {} }, { spec: { targetCPUUtilizationPercentage: 80 } }],
    [
      'autoscaling/v2beta1',
      'HorizontalPodAutoscaler',
      { spec: {} },
      { spec: { metrics: [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 80 } }] } },
    ],
    [
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      { spec: { metrics: [{ type: 'Pods' }], behavior: { scaleUp: { selectPolicy: 'Disabled' } } } },
      {
        spec: {
          metrics: [{ type: 'Pods' }],
          behavior: {
            scaleUp: {
              selectPolicy: 'Disabled',
              stabilizationWindowSeconds: 0,
              policies: [
                { type: 'Pods', value: 4, periodSeconds: 15 },
                { type: 'Percent', value: 100, periodSeconds: 15 },
              ],
            },
            scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
          },
        },
      },
    ],
  ])('%s %s %j', (apiVersion, kind, content, expected) => {
    expect(filled(apiVersion, kind, content)).toEqual({ ...of(apiVersion, kind, {}), ...expected })
  })

  it('leave an autoscaler of v1 that keeps other metrics alone', () => {
    const object = through(
      of('autoscaling/v2', 'HorizontalPodAutoscaler', {
        spec: {
          metrics: [
            { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1' } } },
          ],
        },
      }),
      'autoscaling/v1',
    )
    versionDefaults(object, 'autoscaling', 'v1', 'HorizontalPodAutoscaler')
    expect(object.spec).not.toHaveProperty('targetCPUUtilizationPercentage')
  })
})
