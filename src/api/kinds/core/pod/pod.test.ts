import { describe, expect, test } from 'vitest'
import { columnsAt } from '../../../release-columns'
import type { ApiObject } from '../../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../../testing/kinds'
import { pod } from './pod'

const box = (more: object = {}) => ({ name: 'c', image: 'img:1', ...more })
const of = (spec: object, metadata: object = {}) => ({ metadata, spec: { containers: [box()], ...spec } })
const withBox = (more: object) => of({ containers: [box(more)] })
const withVolume = (source: object) => of({ volumes: [{ name: 'v', ...source }] })

describe('defaults', () => {
  test('of a bare pod', () => {
    expect(filled(pod, of({}))).toMatchObject({
      spec: {
        restartPolicy: 'Always',
        dnsPolicy: 'ClusterFirst',
        schedulerName: 'default-scheduler',
        terminationGracePeriodSeconds: 30,
        securityContext: {},
        enableServiceLinks: true,
        containers: [
          {
            imagePullPolicy: 'IfNotPresent',
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            resources: {},
          },
        ],
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    })
  })

  test.each([
    ['img', 'Always'],
    ['img:latest', 'Always'],
    ['img:1', 'IfNotPresent'],
    ['reg.example.com:5000/a/img', 'Always'],
    [`img@sha256:${'a'.repeat(64)}`, 'IfNotPresent'],
    [`img:latest@sha256:${'a'.repeat(64)}`, 'Always'],
    ['Not A Name', 'IfNotPresent'],
    ['a'.repeat(250), 'IfNotPresent'],
    [`reg.example.com/${'a'.repeat(200)}`, 'Always'],
  ])('%s is pulled %s', (image, policy) => {
    expect(filled(pod, of({ containers: [{ name: 'c', image }] }))).toMatchObject({
      spec: { containers: [{ imagePullPolicy: policy }] },
    })
  })

  test('requests follow limits, ports of the host network follow those of containers', () => {
    expect(
      filled(
        pod,
        of({
          hostNetwork: true,
          containers: [box({ resources: { limits: { cpu: '1' } }, ports: [{ containerPort: 80 }] })],
        }),
      ),
    ).toMatchObject({
      spec: { containers: [{ resources: { requests: { cpu: '1' } }, ports: [{ hostPort: 80, protocol: 'TCP' }] }] },
    })
  })

  test.each([
    [{}, 'BestEffort'],
    [{ requests: { cpu: '1' } }, 'Burstable'],
    [{ limits: { cpu: '1', memory: '1Gi' } }, 'Guaranteed'],
    [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1000m', memory: '1024Mi' } }, 'Guaranteed'],
    [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } }, 'Burstable'],
    [{ limits: { 'ephemeral-storage': '1Gi' } }, 'BestEffort'],
  ])('%j makes a pod %s', (resources, quality) => {
    expect(filled(pod, withBox({ resources }))).toMatchObject({ status: { qosClass: quality } })
  })
})

describe('what is refused', () => {
  test.each<[string, object, string[]]>([
    ['nothing', of({}), []],
    ['no containers', of({ containers: [] }), ['Required spec.containers']],
    ['names twice, over both lists', of({ initContainers: [box()] }), ['Duplicate spec.initContainers[0].name']],
    [
      'probes of init containers',
      of({ initContainers: [box({ name: 'i', livenessProbe: { exec: { command: ['x'] } } })] }),
      ['Forbidden spec.initContainers[0].livenessProbe'],
    ],
    [
      'ephemeral containers at creation',
      of({ ephemeralContainers: [box({ name: 'e' })] }),
      ['Forbidden spec.ephemeralContainers'],
    ],
    ['spaces around an image', withBox({ image: ' x ' }), ['Invalid spec.containers[0].image']],
    [
      'two ports of the host',
      of({
        containers: [
          box({ ports: [{ containerPort: 1, hostPort: 80 }] }),
          box({ name: 'd', ports: [{ containerPort: 2, hostPort: 80 }] }),
        ],
      }),
      ['Duplicate spec.containers[1].ports[0].hostPort'],
    ],
    [
      'a port name without a letter',
      withBox({ ports: [{ name: '80', containerPort: 80 }] }),
      ['Invalid spec.containers[0].ports[0].name'],
    ],
    [
      'two handlers',
      withBox({ livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 1 } } }),
      ['Forbidden spec.containers[0].livenessProbe.tcpSocket'],
    ],
    [
      'a hook without a command',
      withBox({ lifecycle: { preStop: { exec: {} } } }),
      ['Required spec.containers[0].lifecycle.preStop.exec.command'],
    ],
    [
      'an unknown field of the pod',
      withBox({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.foo' } } }] }),
      ['Invalid spec.containers[0].env[0].valueFrom.fieldRef.fieldPath'],
    ],
    [
      'a field that environments do not have',
      withBox({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.phase' } } }] }),
      ['NotSupported spec.containers[0].env[0].valueFrom.fieldRef.fieldPath'],
    ],
    [
      'a label by name',
      withBox({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['a/b']" } } }] }),
      [],
    ],
    [
      'an unknown resource',
      withBox({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.gpu' } } }] }),
      ['NotSupported spec.containers[0].env[0].valueFrom.resourceFieldRef.resource'],
    ],
    [
      'a reference without a key',
      withBox({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's' } } }] }),
      ['Required spec.containers[0].env[0].valueFrom.secretKeyRef.key'],
    ],
    ['environments from nothing', withBox({ envFrom: [{}] }), ['Invalid spec.containers[0].envFrom']],
    [
      'a resource without a domain',
      withBox({ resources: { requests: { gpu: '1' } } }),
      ['Invalid spec.containers[0].resources.requests[gpu]'],
    ],
    [
      'an extended resource without a limit',
      withBox({ resources: { requests: { 'a.com/gpu': '1' } } }),
      ['Required spec.containers[0].resources.limits'],
    ],
    [
      'part of an extended resource',
      withBox({ resources: { limits: { 'a.com/gpu': '500m' } } }),
      [
        'Invalid spec.containers[0].resources.limits[a.com/gpu]',
        'Invalid spec.containers[0].resources.requests[a.com/gpu]',
      ],
    ],
    [
      'huge pages alone',
      withBox({ resources: { limits: { 'hugepages-2Mi': '4Mi' } } }),
      ['Forbidden spec.containers[0].resources'],
    ],
    [
      'a negative amount',
      withBox({ resources: { limits: { cpu: '-1' } } }),
      ['Invalid spec.containers[0].resources.limits[cpu]', 'Invalid spec.containers[0].resources.requests[cpu]'],
    ],
    [
      'a mount that climbs',
      of({
        volumes: [{ name: 'v' }],
        containers: [box({ volumeMounts: [{ name: 'v', mountPath: '/x', subPath: '../y' }] })],
      }),
      ['Invalid spec.containers[0].volumeMounts.subPath'],
    ],
    [
      'two mounts at one path',
      of({
        volumes: [{ name: 'v' }],
        containers: [
          box({
            volumeMounts: [
              { name: 'v', mountPath: '/x' },
              { name: 'v', mountPath: '/x' },
            ],
          }),
        ],
      }),
      ['Invalid spec.containers[0].volumeMounts[1].mountPath'],
    ],
    [
      'a device of a directory',
      of({ volumes: [{ name: 'v' }], containers: [box({ volumeDevices: [{ name: 'v', devicePath: '/dev/x' }] })] }),
      ['Invalid spec.containers[0].volumeDevices[0].name'],
    ],
    [
      'privilege without escalation',
      withBox({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
      ['Invalid spec.containers[0].securityContext'],
    ],
    [
      'a profile without a file',
      of({ securityContext: { seccompProfile: { type: 'Localhost' } } }),
      ['Required spec.securityContext.seccompProfile.localhostProfile'],
    ],
    ['a negative user', of({ securityContext: { runAsUser: -1 } }), ['Invalid spec.securityContext.runAsUser']],
    ['a Windows pod in the Linux way', of({ os: { name: 'windows' }, hostPID: true }), ['Forbidden spec.hostPID']],
    ['no DNS at all', of({ dnsPolicy: 'None' }), ['Required spec.dnsConfig']],
    [
      'four name servers',
      of({ dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', 'x'] } }),
      ['Invalid spec.dnsConfig.nameservers', 'Invalid spec.dnsConfig.nameservers[3]'],
    ],
    [
      'an alias that is no address',
      of({ hostAliases: [{ ip: 'x', hostnames: ['A'] }] }),
      ['Invalid spec.hostAliases.hostnames', 'Invalid spec.hostAliases.ip'],
    ],
    [
      'a toleration of everything by key',
      of({ tolerations: [{ operator: 'Equal', value: 'x' }] }),
      ['Invalid spec.tolerations[0].operator'],
    ],
    [
      'a toleration for a time of what does not evict',
      of({ tolerations: [{ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 }] }),
      ['Invalid spec.tolerations[0].effect'],
    ],
    [
      'an unknown operator',
      of({ tolerations: [{ key: 'a', operator: 'Like' }] }),
      ['NotSupported spec.tolerations[0].operator'],
    ],
    [
      'affinity to no term',
      of({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } } }),
      ['Required spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'],
    ],
    [
      'affinity without a topology',
      of({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } }),
      [
        'Invalid spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey',
        'Required spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey',
      ],
    ],
    [
      'a spread that is no spread',
      of({ topologySpreadConstraints: [{ maxSkew: 0, topologyKey: 'zone', whenUnsatisfiable: 'Maybe' }] }),
      [
        'Invalid spec.topologySpreadConstraints[0].maxSkew',
        'NotSupported spec.topologySpreadConstraints[0].whenUnsatisfiable',
      ],
    ],
    [
      'an unknown container in an annotation',
      of({}, { annotations: { 'container.apparmor.security.beta.orch.io/x': 'runtime/default' } }),
      ['Invalid metadata.annotations[container.apparmor.security.beta.orch.io/x]'],
    ],
  ])('%s', (_, body, expected) => expect(refusals(pod, body)).toEqual(expected))

  test.each<[string, object, string[]]>([
    ['two sources', { emptyDir: {}, hostPath: { path: '/x' } }, ['Forbidden spec.volumes[0].hostPath']],
    [
      'a host path of no known type',
      { hostPath: { path: '/x', type: 'Pipe' } },
      ['NotSupported spec.volumes[0].hostPath.type'],
    ],
    ['no claim', { persistentVolumeClaim: {} }, ['Required spec.volumes[0].persistentVolumeClaim.claimName']],
    [
      'a mode beyond the bits',
      { secret: { secretName: 's', defaultMode: 512 } },
      ['Invalid spec.volumes[0].secret.defaultMode'],
    ],
    [
      'an item that climbs',
      { configMap: { name: 'c', items: [{ key: 'k', path: '../p' }] } },
      ['Invalid spec.volumes[0].configMap.items[0].path'],
    ],
    [
      'no target',
      { iscsi: { iqn: 'x', lun: 300 } },
      [
        'Invalid spec.volumes[0].iscsi.iqn',
        'Invalid spec.volumes[0].iscsi.lun',
        'Required spec.volumes[0].iscsi.targetPortal',
      ],
    ],
    [
      'one path twice',
      {
        projected: {
          sources: [
            { secret: { name: 's', items: [{ key: 'k', path: 'p' }] } },
            { configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
          ],
        },
      },
      ['Invalid spec.volumes[0].projected'],
    ],
    [
      'a short-lived token',
      { projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 5 } }] } },
      [
        'Forbidden spec.volumes[0].projected.sources[0].serviceAccountToken',
        'Invalid spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds',
      ],
    ],
    ['a driver of no name', { csi: {} }, ['Invalid spec.volumes[0].csi.driver', 'Required spec.volumes[0].csi.driver']],
    [
      'a claim without an amount',
      { ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } } },
      ['Required spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]'],
    ],
    ['neither name nor identifier', { flocker: {} }, ['Required spec.volumes[0].flocker']],
    ['an address of a share that is none', { nfs: { server: 's', path: 'x' } }, ['Invalid spec.volumes[0].nfs.path']],
  ])('a volume with %s', (_, source, expected) => expect(refusals(pod, withVolume(source))).toEqual(expected))

  test('privileged containers, where the server says so', () => {
    const context = kindContext({ flag: (name) => (name === 'allow-privileged' ? 'false' : undefined) })
    expect(refusals(pod, withBox({ securityContext: { privileged: true } }), context)).toEqual([
      'Forbidden spec.containers[0].securityContext.privileged',
    ])
  })
})

describe('updates', () => {
  const live = filled(pod, of({ activeDeadlineSeconds: 100, tolerations: [{ key: 'a', operator: 'Exists' }] }))
  const spec = (draft: ApiObject) => draft['spec'] as { [key: string]: unknown; containers: { image: string }[] }

  test.each<[string, (draft: ApiObject) => void, string[]]>([
    ['an image', (draft) => Object.assign(spec(draft).containers[0] ?? {}, { image: 'img:2' }), []],
    [
      'no image',
      (draft) => Object.assign(spec(draft).containers[0] ?? {}, { image: '' }),
      ['Required spec.containers[0].image'],
    ],
    ['the deadline, earlier', (draft) => (spec(draft)['activeDeadlineSeconds'] = 50), []],
    [
      'the deadline, later',
      (draft) => (spec(draft)['activeDeadlineSeconds'] = 200),
      ['Invalid spec.activeDeadlineSeconds'],
    ],
    ['no deadline', (draft) => delete spec(draft)['activeDeadlineSeconds'], ['Invalid spec.activeDeadlineSeconds']],
    [
      'one more toleration',
      (draft) => (spec(draft)['tolerations'] as object[]).push({ key: 'b', operator: 'Exists' }),
      [],
    ],
    ['one toleration less', (draft) => (spec(draft)['tolerations'] = []), ['Forbidden spec.tolerations']],
    [
      'one more container',
      (draft) => spec(draft).containers.push({ ...spec(draft).containers[0], ...box({ name: 'd' }) }),
      ['Forbidden spec.containers'],
    ],
    ['the host', (draft) => (spec(draft)['hostname'] = 'x'), ['Forbidden spec']],
  ])('%s', (_, change, expected) => expect(updateRefusals(pod, live, change)).toEqual(expected))
})

test.each<[object, number | undefined, number, number?]>([
  [{}, undefined, 0],
  [{ nodeName: 'n' }, undefined, 30],
  [{ nodeName: 'n', terminationGracePeriodSeconds: 5 }, undefined, 5],
  [{ nodeName: 'n' }, 7, 7],
  [{ nodeName: 'n' }, 0, 0],
  [{ nodeName: 'n' }, -3, 1],
  [{ nodeName: 'n' }, -3, -3, 20],
])('a pod of %j that is given %s seconds has %d', (spec, asked, seconds, release = 25) =>
  expect(pod.gracePeriodSeconds?.(filled(pod, of(spec)), asked, release)).toBe(seconds),
)

/** Status and restarts of a pod as a release shows them, a minute after 1970 began. */
const shown = (release: number, status: object, metadata: object = {}) => {
  const object = { metadata: { name: 'a', ...metadata }, spec: { containers: [{}], initContainers: [{}] }, status }
  return columnsAt(pod, release).cells?.(object, 60_000).slice(0, 3)
}
const crashed = { exitCode: 1, finishedAt: '1970-01-01T00:00:30Z' }
const completed = { state: { terminated: { exitCode: 0, reason: 'Completed' } } }
const failed = { state: { terminated: { exitCode: 2, reason: 'Error' } } }
const deleted = { deletionTimestamp: '1970-01-01T00:00:00Z' }

test.each<[number, object, unknown[], object?]>([
  [21, { phase: 'Pending' }, ['0/1', 'Pending', 0]],
  [22, { phase: 'Pending' }, ['0/1', 'Pending', '0']],
  [
    21,
    { initContainerStatuses: [{ restartCount: 2, state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
    ['0/1', 'Init:CrashLoopBackOff', 2],
  ],
  [21, { phase: 'Pending', initContainerStatuses: [{ state: { running: {} } }] }, ['0/1', 'Init:0/1', 0]],
  [
    21,
    { phase: 'Running', containerStatuses: [{ ready: true, restartCount: 3, state: { running: {} } }] },
    ['1/1', 'Running', 3],
  ],
  [
    22,
    {
      phase: 'Running',
      containerStatuses: [
        { ready: true, restartCount: 3, state: { running: {} }, lastState: { terminated: crashed } },
        { restartCount: 1, lastState: { terminated: { finishedAt: '1970-01-01T00:00:10Z' } } },
      ],
    },
    ['1/1', 'Running', '4 (30s ago)'],
  ],
  [
    36,
    {
      phase: 'Running',
      conditions: [{ type: 'Initialized', status: 'True' }],
      initContainerStatuses: [{ state: { running: {} } }],
      containerStatuses: [{ state: { waiting: { reason: 'ErrImagePull' } } }],
    },
    ['0/1', 'ErrImagePull', '0'],
  ],
  [21, { phase: 'Failed', containerStatuses: [{ state: { terminated: { exitCode: 3 } } }] }, ['0/1', 'ExitCode:3', 0]],
  [34, { phase: 'Failed', containerStatuses: [completed, failed] }, ['0/1', 'Completed', '0']],
  [35, { phase: 'Failed', containerStatuses: [completed, failed] }, ['0/1', 'Error', '0']],
  [35, { phase: 'Failed', containerStatuses: [failed, completed] }, ['0/1', 'Error', '0']],
  [30, { phase: 'Succeeded', containerStatuses: [completed] }, ['0/1', 'Terminating', '0'], deleted],
  [31, { phase: 'Succeeded', containerStatuses: [completed] }, ['0/1', 'Completed', '0'], deleted],
  [31, { phase: 'Running' }, ['0/1', 'Terminating', '0'], deleted],
  [36, { phase: 'Running', reason: 'NodeLost' }, ['0/1', 'Unknown', '0'], deleted],
])('1.%i shows a pod of %j as %j', (release, status, cells, metadata) =>
  expect(shown(release, status, metadata)).toEqual(cells),
)

test.each([
  [20, ['containers[1].name', 'containers[1].ports[0].containerPort']],
  [25, ['containers[1].ports[0].containerPort', 'containers[1].name']],
])('where release 1.%i names a duplicate container', (release, fields) => {
  const context = kindContext({ release })
  const object = filled(
    pod,
    of({ containers: [box(), box({ ports: [{ containerPort: 99_999, protocol: 'TCP' }] })] }),
    context,
  )
  expect([...(pod.validate?.(object, context) ?? [])].map(({ field }) => field)).toEqual(
    fields.map((field) => `spec.${field}`),
  )
})

test.each([
  [20, 'matchExpressions'],
  [21, 'labelSelector'],
])('where release 1.%i names a wrong selector of an affinity', (release, member) => {
  const term = { labelSelector: { matchLabels: { a: 'b c' } }, topologyKey: 'k' }
  const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
  const context = kindContext({ release })
  expect(refusals(pod, filled(pod, of({ affinity }), context), context)).toEqual([
    `Invalid spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].${member}.matchLabels`,
  ])
})
