import { expect, test } from 'vitest'
import type { FieldError } from '../../../machinery/field-wording'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext } from '../../../testing/kinds'
import { pod } from '../core/pod/pod'
import { validatePodTemplate } from './pod-template'
import type { PodSpec } from './pod-types'

const of = (spec: object, metadata: object = {}): ApiObject => ({
  metadata,
  spec: { containers: [{ name: 'c', image: 'img:1' }], ...spec },
})
const withBox = (more: object) => of({ containers: [{ name: 'c', image: 'img:1', ...more }] })
const withVolume = (source: object) => of({ volumes: [{ name: 'v', ...source }] })

const CLAIM = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
const blockDevice = (source: object) =>
  of({
    volumes: [{ name: 'v', ...source }],
    containers: [{ name: 'c', image: 'img:1', volumeDevices: [{ name: 'v', devicePath: '/dev/x' }] }],
  })

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
    'the version of a field',
    withVolume({ downwardAPI: { items: [{ path: 'x', fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.uid' } }] } }),
    'Invalid value: "metadata.uid": error converting fieldPath: unsupported pod version: v2',
  ],
  [
    'a subscript',
    withVolume({ downwardAPI: { items: [{ path: 'x', fieldRef: { apiVersion: 'v1', fieldPath: "spec['x']" } }] } }),
    "Invalid value: \"spec['x']\": error converting fieldPath: field label does not support subscript: spec['x']",
  ],
  [
    'the field of the oldest clients',
    withVolume({ downwardAPI: { items: [{ path: 'x', fieldRef: { apiVersion: 'v1', fieldPath: 'spec.host' } }] } }),
    'Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
  ],
  [
    'a block device',
    blockDevice({ emptyDir: {} }),
    'Invalid value: "v": can only use volume source type of PersistentVolumeClaim for block mode',
  ],
  [
    'a block device of an ephemeral volume',
    blockDevice({ ephemeral: { volumeClaimTemplate: CLAIM } }),
    'Invalid value: "v": can only use volume source type of PersistentVolumeClaim for block mode',
  ],
  [
    'a block device in a later release',
    blockDevice({ emptyDir: {} }),
    'Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
    25,
  ],
  [
    'the path of a token',
    withVolume({ projected: { sources: [{ serviceAccountToken: { path: '/x', expirationSeconds: 600 } }] } }),
    'Invalid value: "/x": must be a relative path',
    30,
  ],
  [
    'a token of no account',
    withVolume({ projected: { sources: [{ serviceAccountToken: { path: 'x', expirationSeconds: 600 } }] } }),
    'Forbidden: must not be specified when serviceAccountName is not set',
  ],
  [
    'a specification of credentials',
    withBox({ securityContext: { windowsOptions: { gmsaCredentialSpec: '' } } }),
    'Invalid value: "": gmsaCredentialSpec cannot be an empty string',
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

test('the path of a token may be absolute in early releases', () => {
  const context = kindContext({ release: 20 })
  const token = { serviceAccountToken: { path: '/x', expirationSeconds: 600 } }
  const object = of({ serviceAccountName: 'a', volumes: [{ name: 'v', projected: { sources: [token] } }] })
  expect(pod.validate?.(filled(pod, object, context), context)).toEqual([])
})

test('a template names the key of an annotation as it was given, and needs no account for a token', () => {
  const context = kindContext({ release: 20 })
  const token = { serviceAccountToken: { path: 'x', expirationSeconds: 600 } }
  const { spec } = filled(pod, of({ volumes: [{ name: 'v', projected: { sources: [token] } }] }), context)
  const errors: FieldError[] = []
  validatePodTemplate({ metadata: { annotations: { 'Bad!': '' } }, spec: spec as PodSpec }, 'template', context, errors)
  expect(errors.map(({ field, message }) => `${field}: ${message.slice(0, 22)}`)).toEqual([
    'template.annotations: Invalid value: "Bad!":',
  ])
})
