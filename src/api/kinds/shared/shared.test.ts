import { expect, test } from 'vitest'
import type { KindBehaviour } from '../../kind'
import { speaks } from '../../wordings'
import { worded } from '../../../machinery/field-wording'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext } from '../../../testing/kinds'
import { statefulSet } from '../apps/stateful-set/stateful-set'
import { horizontalPodAutoscaler } from '../autoscaling/horizontal-pod-autoscaler/horizontal-pod-autoscaler'
import { job } from '../batch/job/job'
import { lease } from '../coordination/lease/lease'
import { persistentVolume } from '../core/persistent-volume/persistent-volume'
import { service } from '../core/service/service'
import { ingress } from '../networking/ingress/ingress'
import { csiDriver } from '../storage/csi-driver/csi-driver'

const told = (kind: KindBehaviour, body: object, release: number, old?: ApiObject): string[] => {
  const context = kindContext({ release })
  return (kind.validate?.(filled(kind, body, context), context, old) ?? []).map((error) => {
    const { field, message } = worded(error, (wording) => speaks(wording, release))
    return `${field}: ${message}`
  })
}

const C = [{ name: 'c', image: 'i:1' }]
const set = (more: object) => ({
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: C } },
    ...more,
  },
})
const of = (spec: object) => ({
  spec: { ports: [{ port: 80 }], clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ...spec },
})
const scaler = (spec: object) => ({
  spec: { maxReplicas: 2, scaleTargetRef: { kind: 'X', name: 'x', apiVersion: 'a/v1' }, ...spec },
})

test.each<[string, KindBehaviour, object, number, string]>([
  [
    'a set without budget',
    statefulSet,
    set({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } } }),
    35,
    'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0',
  ],
  [
    'a set whose claims need no mode',
    statefulSet,
    set({ volumeClaimTemplates: [{ metadata: { name: 'c' }, spec: { resources: { requests: { storage: '1' } } } }] }),
    34,
    'spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required',
  ],
  ['a set with an odd service', statefulSet, set({ serviceName: 'A' }), 34, 'spec.serviceName: Invalid value: "A"'],
  [
    'a set without containers',
    statefulSet,
    set({ template: { metadata: { labels: { a: 'b' } }, spec: {} } }),
    34,
    'spec.template.spec.containers: Required value',
  ],
  [
    'a policy for traffic that never comes',
    service,
    of({ externalTrafficPolicy: 'Local' }),
    29,
    'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
  ],
  [
    'a policy for traffic that never comes, earlier',
    service,
    of({ externalTrafficPolicy: 'Local' }),
    28,
    "spec.externalTrafficPolicy: Invalid value: \"Local\": may only be set when `type` is 'NodePort' or 'LoadBalancer'",
  ],
  [
    'a range that is none',
    service,
    of({ type: 'LoadBalancer', loadBalancerSourceRanges: ['x'] }),
    30,
    'spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value',
  ],
  [
    'a class without a balancer',
    service,
    of({ loadBalancerClass: 'A_' }),
    35,
    "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
  ],
  [
    'a class with two slashes',
    service,
    of({ type: 'LoadBalancer', loadBalancerClass: 'a/b/c' }),
    35,
    'spec.loadBalancerClass: Invalid value: "a/b/c": a valid label key must consist',
  ],
  [
    'a class with two slashes, earlier',
    service,
    of({ type: 'LoadBalancer', loadBalancerClass: 'a/b/c' }),
    34,
    'spec.loadBalancerClass: Invalid value: "a/b/c": a qualified name must consist',
  ],
  [
    'a port of digits',
    service,
    of({ ports: [{ port: 80, targetPort: '1_' }] }),
    35,
    'spec.ports[0].targetPort: Invalid value: "1_": must contain at least one letter (a-z)',
  ],
  [
    'a port of digits, earlier',
    service,
    of({ ports: [{ port: 80, targetPort: '1_' }] }),
    24,
    'spec.ports[0].targetPort: Invalid value: "1_": must contain at least one letter or number (a-z, 0-9)',
  ],
  [
    'a target of no group',
    horizontalPodAutoscaler,
    scaler({ scaleTargetRef: { kind: 'X', name: 'x', apiVersion: 'v1' } }),
    34,
    'spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
  ],
  [
    'less than no tolerance',
    horizontalPodAutoscaler,
    scaler({ behavior: { scaleUp: { tolerance: '-1' } } }),
    35,
    'spec.behavior.scaleUp.tolerance: Invalid value: "-1": must be greater than or equal to 0',
  ],
  [
    'another manager',
    job,
    { spec: { managedBy: 'A.b/c d', template: { spec: { restartPolicy: 'Never', containers: C } } } },
    35,
    'spec.managedBy: Invalid value: "c d": Invalid path (regex',
  ],
  [
    'less than no transitions',
    lease,
    { spec: { leaseTransitions: -1 } },
    35,
    'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    'no attributes',
    persistentVolume,
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1' },
        hostPath: { path: '/a' },
        volumeAttributesClassName: '',
      },
    },
    35,
    'spec.csi: Required value: has to be specified when using volumeAttributesClassName',
  ],
  [
    'two classes',
    ingress,
    {
      metadata: { annotations: { 'orch.io/ingress.class': 'a' } },
      spec: { ingressClassName: 'b', defaultBackend: { service: { name: 's', port: { number: 1 } } } },
    },
    35,
    'annotations.orch.io/ingress.class: Invalid value: "a": must match `ingressClassName` when both are specified',
  ],
  [
    'a short period',
    csiDriver,
    { spec: { nodeAllocatableUpdatePeriodSeconds: 5 } },
    35,
    'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 5: must be greater than or equal to 10 seconds',
  ],
])('%s', (_name, kind, body, release, expected) =>
  expect(told(kind, body, release)).toContainEqual(expect.stringContaining(expected)),
)

test.each<[string, KindBehaviour, object, number]>([
  [
    'service names of earlier sets',
    statefulSet,
    set({ serviceName: 'A', template: { metadata: { labels: { a: 'b' } }, spec: {} } }),
    33,
  ],
  ['no policy for external addresses', service, of({ externalIPs: ['1.2.3.4'] }), 29],
  ['a policy for external addresses', service, of({ externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Local' }), 29],
  [
    'a replication controller',
    horizontalPodAutoscaler,
    scaler({ scaleTargetRef: { kind: 'ReplicationController', name: 'x', apiVersion: 'v1' } }),
    35,
  ],
])('%s pass', (_name, kind, body, release) => expect(told(kind, body, release)).toEqual([]))

test('what an object had before stays', () => {
  const old = { metadata: {}, ...scaler({ scaleTargetRef: { kind: 'X', name: 'x', apiVersion: 'v1' } }) }
  expect(told(horizontalPodAutoscaler, old, 35, old)).toEqual([])
  const before = {
    metadata: {},
    ...set({ serviceName: 'A', template: { metadata: { labels: { a: 'b' } }, spec: {} } }),
  }
  expect(told(statefulSet, before, 35, before)).toEqual([])
})
