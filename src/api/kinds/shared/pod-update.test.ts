import { expect, test } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext, short, updateRefusals } from '../../../testing/kinds'
import { pod } from '../core/pod/pod'

const MIRROR = 'orch.io/config.mirror'
const APPARMOR = 'container.apparmor.security.beta.orch.io/c'
const old: ApiObject = {
  ...filled(pod, {
    metadata: { annotations: { [MIRROR]: 'x', other: 'x' } },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i:1' }], restartPolicy: 'Never' },
  }),
  status: {
    nominatedNodeName: '-',
    ephemeralContainerStatuses: [{ name: 'e', state: { terminated: { exitCode: 0 } } }],
  },
}
const spec = (draft: ApiObject) => draft['spec'] as Record<string, unknown>
const image = (draft: ApiObject, text: string) => {
  spec(draft)['containers'] = (spec(draft)['containers'] as object[]).map((one) => ({ ...one, image: text }))
}

test.each<[string, (draft: ApiObject) => void, string[]]>([
  ['another annotation', (draft) => (draft.metadata.annotations = { [MIRROR]: 'x' }), []],
  [
    'annotations that stay',
    (draft) => (draft.metadata.annotations = { [APPARMOR]: 'unconfined' }),
    [`Forbidden metadata.annotations[${APPARMOR}]`, `Forbidden metadata.annotations[${MIRROR}]`],
  ],
  ['an image with a space', (draft) => image(draft, 'i:2 '), ['Invalid spec.containers[0].image']],
  [
    'a deadline beyond all bounds, and more',
    (draft) => {
      spec(draft)['activeDeadlineSeconds'] = 2 ** 31
      spec(draft)['hostNetwork'] = true
    },
    ['Invalid spec.activeDeadlineSeconds'],
  ],
])('a change of %s', (_, change, expected) => expect(updateRefusals(pod, old, change)).toEqual(expected))

test.each<[string, object, string[]]>([
  ['the node that was named before', { nominatedNodeName: '-' }, []],
  ['another node', { nominatedNodeName: '_' }, ['Invalid status.nominatedNodeName']],
  ['conditions', { conditions: [{ type: 'Ready' }, { type: '-' }] }, ['Invalid metadata.conditions[1].Type']],
  ['an address of no kind', { podIPs: [{ ip: 'x' }] }, ['Invalid status.podIPs[0]']],
  ['two addresses', { podIPs: [{ ip: '1.1.1.1' }, { ip: 'fd00::1' }] }, []],
  [
    'one address twice',
    { podIPs: [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }] },
    ['Invalid status.podIPs', 'Duplicate status.podIPs[1]'],
  ],
  [
    'an added container that runs again',
    { ephemeralContainerStatuses: [{ name: 'e', state: { running: {} } }] },
    ['Forbidden status.ephemeralContainerStatuses[0].state'],
  ],
])('a status with %s', (_, status, expected) => {
  const errors = pod.subresources?.['status']?.validateUpdate?.({ ...old, status }, old, kindContext()) ?? []
  expect(errors.map(short)).toEqual(expected)
})

test('there is one way to mount the processes', () =>
  expect(
    filled(
      pod,
      { spec: { containers: [{ name: 'c', image: 'i:1', securityContext: { procMount: 'Unmasked' } }] } },
      kindContext({ release: 25 }),
    ),
  ).toMatchObject({ spec: { containers: [{ securityContext: { procMount: 'Default' } }] } }))

test('ephemeral containers can be added, but not changed or removed', () => {
  const one = { name: 'e', image: 'i:1' }
  const before: ApiObject = { ...old, spec: { ...spec(old), ephemeralContainers: [one] } }
  const change = (more: object): ApiObject => {
    const draft: ApiObject = { ...before, metadata: { ...before.metadata, labels: { a: 'b' } }, spec: { ...more } }
    pod.subresources?.['ephemeralcontainers']?.prepareForUpdate?.(draft, before, kindContext())
    return draft
  }
  const two = [one, { ...one, name: 'f' }]
  expect(change({ ephemeralContainers: two })).toEqual({ ...before, spec: { ...spec(old), ephemeralContainers: two } })
  const errors = pod.subresources?.['ephemeralcontainers']?.validateUpdate?.(change({}), before, kindContext()) ?? []
  expect(errors.map(short)).toEqual(['Forbidden spec.ephemeralContainers'])
})
