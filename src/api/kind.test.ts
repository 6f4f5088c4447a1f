import { describe, expect, test } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../testing/kinds'
import type { KindBehaviour } from './kind'
import { apiService } from './kinds/apiregistration/api-service/api-service'
import { horizontalPodAutoscaler } from './kinds/autoscaling/horizontal-pod-autoscaler/horizontal-pod-autoscaler'
import { lease } from './kinds/coordination/lease/lease'
import { event } from './kinds/core/event/event'
import { endpointSlice } from './kinds/discovery/endpoint-slice/endpoint-slice'
import { flowSchema } from './kinds/flowcontrol/flow-schema/flow-schema'
import { priorityLevelConfiguration } from './kinds/flowcontrol/priority-level-configuration/priority-level-configuration'
import { ingress } from './kinds/networking/ingress/ingress'
import { ingressClass } from './kinds/networking/ingress-class/ingress-class'
import { networkPolicy } from './kinds/networking/network-policy/network-policy'
import { runtimeClass } from './kinds/node/runtime-class/runtime-class'
import { podDisruptionBudget } from './kinds/policy/pod-disruption-budget/pod-disruption-budget'
import { podSecurityPolicy } from './kinds/policy/pod-security-policy/pod-security-policy'
import { priorityClass } from './kinds/scheduling/priority-class/priority-class'
import { csiDriver } from './kinds/storage/csi-driver/csi-driver'
import { csiNode } from './kinds/storage/csi-node/csi-node'
import { csiStorageCapacity } from './kinds/storage/csi-storage-capacity/csi-storage-capacity'
import { storageClass } from './kinds/storage/storage-class/storage-class'
import { volumeAttachment } from './kinds/storage/volume-attachment/volume-attachment'

const hpa = (spec: object) => ({ spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd' }, ...spec } })
const resource = (target: object) => hpa({ metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] })
const path = (given: object) => ({
  spec: {
    rules: [
      {
        http: {
          paths: [
            { path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } }, ...given },
          ],
        },
      },
    ],
  },
})
const flow = (rules: object) => ({
  spec: {
    priorityLevelConfiguration: { name: 'l' },
    rules: [
      {
        subjects: [{ kind: 'User', user: { name: '*' } }],
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x/*'] }],
        ...rules,
      },
    ],
  },
})
const level = (limitResponse: object) => ({ spec: { type: 'Limited', limited: { limitResponse } } })
const policy = {
  fsGroup: { rule: 'RunAsAny' },
  runAsUser: { rule: 'RunAsAny' },
  seLinux: { rule: 'RunAsAny' },
  supplementalGroups: { rule: 'RunAsAny' },
}

describe('what is refused', () => {
  test.each<[string, KindBehaviour, object, string[]]>([
    [
      'a metric without a target',
      horizontalPodAutoscaler,
      resource({ type: 'Utilization' }),
      ['Required spec.metrics[0].resource.target.averageUtilization'],
    ],
    [
      'a metric with two',
      horizontalPodAutoscaler,
      resource({ type: 'Utilization', averageUtilization: 5, averageValue: '1' }),
      ['Forbidden spec.metrics[0].resource.target.averageValue'],
    ],
    [
      'an unknown metric',
      horizontalPodAutoscaler,
      hpa({ metrics: [{ type: 'Mood' }] }),
      ['NotSupported spec.metrics[0].type'],
    ],
    [
      'rules without policies',
      horizontalPodAutoscaler,
      hpa({ behavior: { scaleDown: { policies: [], stabilizationWindowSeconds: 4000 } } }),
      ['Invalid spec.behavior.scaleDown.stabilizationWindowSeconds', 'Required spec.behavior.scaleDown.policies'],
    ],
    ['a path that climbs', ingress, path({ path: '/a/../b' }), ['Invalid spec.rules[0].http.paths[0].path']],
    [
      'an unknown type of path',
      ingress,
      path({ pathType: 'Regex' }),
      ['NotSupported spec.rules[0].http.paths[0].pathType'],
    ],
    [
      'a backend without a port',
      ingress,
      path({ backend: { service: { name: 's' } } }),
      ['Required spec.rules[0].http.paths[0].backend'],
    ],
    [
      'a class twice',
      ingress,
      {
        metadata: { annotations: { 'orch.io/ingress.class': 'x' } },
        spec: { ingressClassName: 'y', defaultBackend: { resource: { kind: 'K', name: 'n' } } },
      },
      ['Invalid annotations.orch.io/ingress.class'],
    ],
    [
      'a class twice and nothing else',
      ingress,
      { metadata: { annotations: { 'orch.io/ingress.class': 'x' } }, spec: { ingressClassName: 'y' } },
      ['Invalid annotations.orch.io/ingress.class', 'Invalid spec'],
    ],
    ['a class of nobody', ingressClass, {}, ['Required spec.controller']],
    [
      'parameters in no namespace',
      ingressClass,
      { spec: { controller: 'a.b/c', parameters: { kind: 'K', name: 'n', scope: 'Namespace' } } },
      ['Required spec.parameters.namespace'],
    ],
    [
      'a peer that is none',
      networkPolicy,
      { spec: { ingress: [{ from: [{}] }] } },
      ['Required spec.ingress[0].from[0]'],
    ],
    [
      'an end of no port',
      networkPolicy,
      {
        spec: {
          ingress: [
            {
              ports: [
                { port: 'web', endPort: 90 },
                { port: 90, endPort: 80 },
              ],
            },
          ],
        },
      },
      ['Invalid spec.ingress[0].ports[0].endPort', 'Invalid spec.ingress[0].ports[1].endPort'],
    ],
    [
      'both budgets',
      podDisruptionBudget,
      { spec: { minAvailable: 1, maxUnavailable: '120%' } },
      ['Invalid spec', 'Invalid spec.maxUnavailable'],
    ],
    [
      'rules of no kind',
      podSecurityPolicy,
      { spec: { ...policy, seLinux: { rule: 'Maybe' }, volumes: ['paper'] } },
      ['NotSupported spec.seLinux.rule', 'NotSupported spec.volumes'],
    ],
    [
      'a class of nothing',
      storageClass,
      { reclaimPolicy: 'Shred' },
      ['NotSupported reclaimPolicy', 'Required provisioner'],
    ],
    [
      'two sources',
      volumeAttachment,
      { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v', inlineVolumeSpec: {} } } },
      ['Forbidden spec.source'],
    ],
    [
      'an unknown life',
      csiDriver,
      { spec: { volumeLifecycleModes: ['Eternal'], tokenRequests: [{ audience: 'a', expirationSeconds: 1 }] } },
      ['Invalid spec.tokenRequests[0].expirationSeconds', 'NotSupported spec.volumeLifecycleModes'],
    ],
    [
      'a driver twice',
      csiNode,
      { spec: { drivers: [{ name: 'd', nodeID: 'n' }, { name: 'd' }] } },
      ['Duplicate spec.drivers[1].name', 'Required spec.drivers[1].nodeID'],
    ],
    [
      'capacity of no class',
      csiStorageCapacity,
      { capacity: '-1' },
      ['Invalid capacity', 'Invalid storageClassName', 'Required storageClassName'],
    ],
    [
      'a class of the system',
      priorityClass,
      { metadata: { name: 'system-mine' }, value: 1 },
      ['Forbidden metadata.name'],
    ],
    [
      'the highest of all',
      priorityClass,
      { value: 1000000001, preemptionPolicy: 'Rarely' },
      ['Forbidden value', 'NotSupported preemptionPolicy'],
    ],
    [
      'a lease of no time',
      lease,
      { spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } },
      ['Invalid spec.leaseDurationSeconds', 'Invalid spec.leaseTransitions'],
    ],
    [
      'addresses of another family',
      endpointSlice,
      { addressType: 'IPv4', endpoints: [{ addresses: ['::1'] }, {}] },
      ['Invalid endpoints[0].addresses[0]', 'Required endpoints[1].addresses'],
    ],
    [
      'ports of one name',
      endpointSlice,
      { addressType: 'FQDN', ports: [{ port: 1 }, { port: 2 }] },
      ['Duplicate ports[1].name'],
    ],
    [
      'a handler of no name',
      runtimeClass,
      { handler: 'A_b', overhead: { podFixed: { cpu: '-1' } } },
      ['Invalid handler', 'Invalid overhead.limits[cpu]'],
    ],
    [
      'subjects of two kinds',
      flowSchema,
      flow({ subjects: [{ kind: 'User', group: { name: 'g' } }] }),
      ['Forbidden spec.rules[0].subjects[0].group', 'Required spec.rules[0].subjects[0].user'],
    ],
    ['rules of nothing', flowSchema, flow({ nonResourceRules: [] }), ['Required spec.rules[0]']],
    [
      'verbs beside all',
      flowSchema,
      flow({ nonResourceRules: [{ verbs: ['*', 'get'], nonResourceURLs: ['x'] }] }),
      [
        'Invalid spec.rules[0].nonResourceRules[0].nonResourceURLs[0]',
        'Invalid spec.rules[0].nonResourceRules[0].verbs',
      ],
    ],
    [
      'a queue without its measures',
      priorityLevelConfiguration,
      level({ type: 'Queue' }),
      ['Required spec.limited.limitResponse.queuing'],
    ],
    [
      'a hand larger than the deck',
      priorityLevelConfiguration,
      level({ type: 'Queue', queuing: { queues: 4, handSize: 5 } }),
      ['Invalid spec.limited.limitResponse.queuing.handSize'],
    ],
    [
      'no priorities',
      apiService,
      { metadata: { name: 'v1.a.b' }, spec: { group: 'a.b', version: 'v1', caBundle: 'eA==' } },
      ['Invalid spec.caBundle', 'Invalid spec.groupPriorityMinimum', 'Invalid spec.versionPriority'],
    ],
  ])('%s', (_, kind, body, expected) => expect(refusals(kind, body)).toEqual(expected))

  test('events of the group of events are strict, its beta is not', () => {
    const body = { involvedObject: { namespace: 'default' }, type: 'Odd', count: 3, source: { component: 'x' } }
    const context = (version: string) => kindContext({ group: 'events.orch.io', version })
    expect(refusals(event, body, context('v1'))).toEqual([
      'Invalid count',
      'Invalid source',
      'Invalid type',
      'Required eventTime',
    ])
    expect(refusals(event, body, context('v1beta1'))).toEqual([])
  })
})

describe('changes', () => {
  test.each<[string, KindBehaviour, object, (draft: ApiObject) => void, string[]]>([
    [
      'of parameters',
      storageClass,
      { provisioner: 'a', parameters: { a: 'b' } },
      (draft) => (draft['parameters'] = {}),
      ['Forbidden parameters'],
    ],
    [
      'of a mode',
      storageClass,
      { provisioner: 'a' },
      (draft) => (draft['volumeBindingMode'] = 'WaitForFirstConsumer'),
      ['Invalid volumeBindingMode'],
    ],
    ['of a value', priorityClass, { value: 1 }, (draft) => (draft['value'] = 2), ['Forbidden value']],
    [
      'of the policy to one that there is not',
      priorityClass,
      { value: 1 },
      (draft) => (draft['preemptionPolicy'] = 'Rarely'),
      ['Invalid preemptionPolicy'],
    ],
    [
      'of a class of the system',
      priorityClass,
      { metadata: { name: 'system-node-critical' }, value: 2_000_001_000 },
      (draft) => (draft['globalDefault'] = true),
      [],
    ],
    ['of a handler', runtimeClass, { handler: 'a' }, (draft) => (draft['handler'] = 'b'), ['Invalid handler']],
    [
      'of a controller',
      ingressClass,
      { spec: { controller: 'a.b/c' } },
      (draft) => (draft['spec'] = { controller: 'a.b/d' }),
      ['Invalid spec.controller'],
    ],
    [
      'of a type',
      endpointSlice,
      { addressType: 'IPv4' },
      (draft) => (draft['addressType'] = 'IPv6'),
      ['Invalid addressType'],
    ],
    [
      'of an attachment',
      volumeAttachment,
      { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
      (draft) => (draft['spec'] = { attacher: 'b', nodeName: 'n', source: { persistentVolumeName: 'v' } }),
      ['Invalid spec'],
    ],
    [
      'of a driver',
      csiDriver,
      { spec: {} },
      (draft) => (draft['spec'] = { podInfoOnMount: true }),
      ['Invalid spec.podInfoOnMount'],
    ],
  ])('%s', (_, kind, body, change, expected) =>
    expect(updateRefusals(kind, filled(kind, body), change)).toEqual(expected),
  )
  test.each([
    [24, 'Forbidden Value'],
    [25, 'Forbidden value'],
  ])('of a value in release 1.%i', (release, expected) =>
    expect(
      updateRefusals(
        priorityClass,
        filled(priorityClass, { value: 1 }),
        (draft) => (draft['value'] = 2),
        kindContext({ release }),
      ),
    ).toEqual([expected]),
  )
})

test.each<[KindBehaviour, object, object]>([
  [
    networkPolicy,
    { spec: { egress: [{ ports: [{ port: 53 }] }] } },
    { spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'], egress: [{ ports: [{ protocol: 'TCP' }] }] } },
  ],
  [storageClass, { provisioner: 'a' }, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }],
  [
    csiDriver,
    { spec: {} },
    { spec: { attachRequired: true, podInfoOnMount: false, volumeLifecycleModes: ['Persistent'] } },
  ],
  [flowSchema, {}, { spec: { matchingPrecedence: 1000 } }],
  [
    priorityLevelConfiguration,
    level({ type: 'Queue', queuing: {} }),
    {
      spec: {
        limited: {
          nominalConcurrencyShares: 30,
          limitResponse: { queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
        },
      },
    },
  ],
  [apiService, { spec: {} }, { status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] } }],
  [lease, {}, { spec: {} }],
])('defaults', (kind, body, expected) => expect(filled(kind, body)).toMatchObject(expected))

test('defaults of an autoscaler', () => {
  const body = hpa({ behavior: { scaleUp: { stabilizationWindowSeconds: 5 } } })
  expect(filled(horizontalPodAutoscaler, body, kindContext({ version: 'v2' }))).toMatchObject({
    spec: {
      minReplicas: 1,
      metrics: [{ type: 'Resource', resource: { name: 'cpu' } }],
      behavior: {
        scaleUp: { stabilizationWindowSeconds: 5, selectPolicy: 'Max' },
        scaleDown: { policies: [{ type: 'Percent' }] },
      },
    },
  })
  expect(filled(horizontalPodAutoscaler, hpa({}))).toMatchObject({ spec: { targetCPUUtilizationPercentage: 80 } })
})

test.each<[KindBehaviour, object, unknown[]]>([
  [
    ingress,
    { spec: { rules: ['a', 'b', 'a', 'c', 'd'].map((host) => ({ host })), tls: [{}] } },
    ['<none>', 'a,b,c + 1 more...', '', '80, 443', '<unknown>'],
  ],
  [
    ingressClass,
    { spec: { controller: 'a/b', parameters: { apiGroup: 'g', kind: 'K', name: 'n' } } },
    ['a/b', 'K.g/n', '<unknown>'],
  ],
  [
    podDisruptionBudget,
    { spec: { minAvailable: '50%' }, status: { disruptionsAllowed: 2 } },
    ['50%', 'N/A', 2, '<unknown>'],
  ],
  [
    storageClass,
    {
      metadata: { name: 's', annotations: { 'storageclass.orch.io/is-default-class': 'true' } },
      provisioner: 'p',
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    },
    ['s (default)', 'p', 'Delete', 'Immediate', false, '<unknown>'],
  ],
  [
    endpointSlice,
    { addressType: 'IPv4', endpoints: [{ addresses: ['1', '2'] }, { addresses: ['3', '4'] }] },
    ['IPv4', '<unset>', '1,2,3 + 1 more...', '<unknown>'],
  ],
  [
    apiService,
    {
      spec: { service: { namespace: 'n', name: 's' } },
      status: { conditions: [{ type: 'Available', status: 'False', reason: 'Gone' }] },
    },
    ['n/s', 'False (Gone)', '<unknown>'],
  ],
  [
    horizontalPodAutoscaler,
    {
      spec: {
        minReplicas: 1,
        maxReplicas: 3,
        scaleTargetRef: { kind: 'D', name: 'd' },
        metrics: [{ type: 'Resource', resource: { target: { averageUtilization: 80 } } }],
      },
      status: {
        currentReplicas: 2,
        currentMetrics: [{ type: 'Resource', resource: { current: { averageUtilization: 40 } } }],
      },
    },
    ['D/d', '40%/80%', '1', 3, 2, '<unknown>'],
  ],
])('the cells of a row', (kind, body, cells) => expect(kind.cells?.({ metadata: {}, ...body }, 0)).toEqual(cells))
