import { describe, expect, it, test } from 'vitest'
import { filled, kindContext } from '../../../testing/kinds'
import { requestsOf } from '../../../scheduler/snapshot'
import { pod } from '../core/pod/pod'
import { initGroups } from './sidecars'

const container = (name: string, more: object = {}) => ({ name, image: 'x', ...more })
const sidecar = (name: string, more: object = {}) => container(name, { restartPolicy: 'Always', ...more })
const asks = (cpu: string) => ({ resources: { requests: { cpu } } })

test('init containers run beside the sidecars that were started before them', () => {
  const { beside, before } = initGroups([container('a'), sidecar('s'), container('b'), sidecar('t')])
  const names = (group: readonly { name?: string }[]) => group.map(({ name }) => name)
  expect(names(beside)).toEqual(['s', 't'])
  expect(before.map(names)).toEqual([['a'], ['s', 'b']])
})

test.each([
  ['sidecars run with the others', [sidecar('s', asks('1'))], 2000],
  ['an init container runs with the sidecars before it', [sidecar('s', asks('1')), container('i', asks('3'))], 4000],
  ['an init container does not run with later sidecars', [container('i', asks('3')), sidecar('s', asks('1'))], 3000],
])('%s', (_, initContainers, cpu) => {
  const object = { metadata: {}, spec: { initContainers, containers: [container('c', asks('1'))] } }
  expect(requestsOf(object).get('cpu')).toBe(cpu)
})

const PROBE = { exec: { command: ['x'] } }
describe.each([33, 35])('release 1.%i', (release) => {
  const rules = release === 35
  it.each<[string, object, string[]]>([
    ['a sidecar', { initContainers: [sidecar('s', { readinessProbe: PROBE, lifecycle: { postStart: PROBE } })] }, []],
    [
      'a probe of an init container',
      { initContainers: [container('i', { readinessProbe: PROBE })] },
      [
        'spec.initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
      ],
    ],
    [
      'an init container that is restarted sometimes',
      { initContainers: [container('i', { restartPolicy: 'OnFailure' })] },
      rules ? [] : ['spec.initContainers[0].restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
    ],
    [
      'a container that is always restarted',
      { containers: [sidecar('c')] },
      rules ? [] : ['spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers'],
    ],
    [
      'a resize policy',
      { containers: [container('c', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] })] },
      [],
    ],
    [
      'a resize policy of nothing that can be resized',
      { containers: [container('c', { resizePolicy: [{ resourceName: 'disk', restartPolicy: 'NotRequired' }] })] },
      ['spec.containers[0].resizePolicy: Unsupported value: "disk": supported values: "cpu", "memory"'],
    ],
    [
      'a restart for a pod that has none',
      {
        restartPolicy: 'Never',
        containers: [container('c', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] })],
      },
      [
        "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is 'Never'",
      ],
    ],
  ])('judges %s', (_, spec, expected) => {
    const context = kindContext({ release })
    const object = filled(pod, { spec: { containers: [container('c')], ...spec } }, context)
    const errors = pod.validate?.(object, context) ?? []
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected)
  })
})

test.each([
  ['waits for a sidecar', [{ name: 's', started: false, ready: false, state: { waiting: {} } }], ['0/2', 'Init:0/1']],
  ['has a sidecar', [{ name: 's', started: true, ready: true, state: { running: {} } }], ['2/2', 'Running']],
])('a pod that %s says so', (_, initContainerStatuses, cells) => {
  const up = initContainerStatuses[0]?.started === true
  const status = {
    phase: up ? 'Running' : 'Pending',
    initContainerStatuses,
    ...(up && { containerStatuses: [{ name: 'c', ready: true, state: { running: {} } }] }),
  }
  const object = { metadata: {}, spec: { initContainers: [sidecar('s')], containers: [container('c')] }, status }
  expect(pod.cells?.(object, 0).slice(0, 2)).toEqual(cells)
})
