import { expect, test } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext } from '../../../testing/kinds'
import { pod } from '../core/pod/pod'

const of = (spec: object, metadata: object = {}): ApiObject => ({
  metadata,
  spec: { containers: [{ name: 'c', image: 'img:1' }], ...spec },
})
const withBox = (more: object) => of({ containers: [{ name: 'c', image: 'img:1', ...more }] })
const withVolume = (source: object) => of({ volumes: [{ name: 'v', ...source }] })

test.each<[string, ApiObject, string, number?]>([
  ['no DNS', of({ dnsPolicy: 'None' }), 'Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
  ['a name server', of({ dnsConfig: { nameservers: ['x'] } }), 'Invalid value: "x": must be valid IP address', 20],
  [
    'a later name server',
    of({ dnsConfig: { nameservers: ['x'] } }),
    'Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    30,
  ],
  ['a host alias', of({ hostAliases: [{ ip: 'x' }] }), 'Invalid value: "x": must be valid IP address', 20],
  [
    'processes',
    of({ securityContext: { hostPID: true, shareProcessNamespace: true }, hostPID: true, shareProcessNamespace: true }),
    'Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
  ],
  [
    'a weight',
    of({
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, preference: {} }] } },
    }),
    'Invalid value: 0: must be in the range 1-100',
  ],
  [
    'a topology',
    of({ topologySpreadConstraints: [{ maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }] }),
    'Required value: can not be empty',
  ],
  [
    'a size',
    withVolume({ emptyDir: { sizeLimit: '-1' } }),
    'Forbidden: SizeLimit field must be a valid resource quantity',
  ],
  [
    'a token',
    withVolume({ projected: { sources: [{ serviceAccountToken: { path: 'x', expirationSeconds: 1 } }] } }),
    'Invalid value: 1: may not specify a duration less than 10 minutes',
  ],
  [
    'a field',
    withVolume({ downwardAPI: { items: [{ path: 'x', fieldRef: { apiVersion: 'v1', fieldPath: 'spec.x' } }] } }),
    'Invalid value: "spec.x": error converting fieldPath: field label not supported: spec.x',
  ],
  [
    'an iSCSI name',
    withVolume({ iscsi: { targetPortal: 'x', iqn: 'y' } }),
    'Invalid value: "y": must be valid format starting with iqn, eui, or naa',
  ],
  ['a source', withBox({ envFrom: [{}] }), 'Invalid value: "": must specify one of: `configMapRef` or `secretRef`'],
  [
    'huge pages',
    withBox({ resources: { requests: { 'hugepages-2Mi': '1Mi' } } }),
    'Required value: Limit must be set for non overcommitable resources',
  ],
  [
    'a policy',
    withBox({ terminationMessagePolicy: 'X' }),
    "Invalid value: \"X\": must be 'File' or 'FallbackToLogsOnError'",
  ],
  [
    'a profile',
    of({}, { annotations: { 'container.apparmor.security.beta.orch.io/c': 'x' } }),
    'Invalid value: "x": invalid AppArmor profile name: "x"',
  ],
])('the message about %s is that of a real server', (_, object, message, release = 20) => {
  const context = kindContext({ release })
  const errors = pod.validate?.(filled(pod, object, context), context) ?? []
  expect([...errors].map((error) => error.message)).toContain(message)
})
