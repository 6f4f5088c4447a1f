import { expect, test } from 'vitest'
import type { KindBehaviour } from '../kind'
import { apiService } from './apiregistration/api-service/api-service'
import { horizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler/horizontal-pod-autoscaler'
import { endpointSlice } from './discovery/endpoint-slice/endpoint-slice'
import { ingress } from './networking/ingress/ingress'
import { ingressClass } from './networking/ingress-class/ingress-class'
import { podDisruptionBudget } from './policy/pod-disruption-budget/pod-disruption-budget'
import { storageClass } from './storage/storage-class/storage-class'

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
])('cells', (kind, body, cells) => expect(kind.cells?.({ metadata: {}, ...body }, 0)).toEqual(cells))
