import { expect, test } from 'vitest'
import { filled, kindContext, refusals } from '../../../testing/kinds'
import { deployment } from '../apps/deployment/deployment'
import { pod } from '../core/pod/pod'

const OF_POD = 'seccomp.security.alpha.orch.io/pod'
const OF_CONTAINER = 'container.seccomp.security.alpha.orch.io/c'
const context = (release: number) => kindContext({ release })
const secured = (profile: object | undefined) => (profile ? { securityContext: { seccompProfile: profile } } : {})
const of = (annotations: object, ofPod?: object, ofContainer?: object) => ({
  metadata: { annotations },
  spec: { ...secured(ofPod), containers: [{ name: 'c', image: 'i:1', ...secured(ofContainer) }] },
})

test.each<[number, object, object, object | undefined]>([
  [20, of({}, { type: 'Unconfined' }), { [OF_POD]: 'unconfined' }, { type: 'Unconfined' }],
  [20, of({}, { type: 'RuntimeDefault' }), { [OF_POD]: 'runtime/default' }, { type: 'RuntimeDefault' }],
  [
    20,
    of({}, { type: 'Localhost', localhostProfile: 'a' }),
    { [OF_POD]: 'localhost/a' },
    { type: 'Localhost', localhostProfile: 'a' },
  ],
  [25, of({}, { type: 'Unconfined' }), {}, { type: 'Unconfined' }],
  [25, of({ [OF_POD]: 'docker/default' }), { [OF_POD]: 'docker/default' }, { type: 'RuntimeDefault' }],
  [20, of({ [OF_POD]: 'localhost/a' }), { [OF_POD]: 'localhost/a' }, { type: 'Localhost', localhostProfile: 'a' }],
  [27, of({ [OF_POD]: 'unconfined' }), { [OF_POD]: 'unconfined' }, undefined],
])('release 1.%i copies the profile of %j', (release, body, annotations, seccompProfile) =>
  expect(filled(pod, body, context(release))).toMatchObject({
    metadata: { annotations },
    spec: { securityContext: seccompProfile ? { seccompProfile } : {} },
  }),
)

test('a container has a profile of its own', () =>
  expect(filled(pod, of({ [OF_CONTAINER]: 'unconfined' }), context(20))).toMatchObject({
    spec: { containers: [{ securityContext: { seccompProfile: { type: 'Unconfined' } } }] },
  }))

const field = (key: string) => `metadata.annotations.${key}`
test.each<[number, object, string[]]>([
  [20, of({ [OF_POD]: 'some' }), [`Invalid ${field(OF_POD)}`]],
  [
    20,
    of({ [OF_CONTAINER]: 'localhost/../a' }),
    [`Invalid ${field(OF_CONTAINER)}`, 'Invalid spec.containers[0].securityContext.seccompProfile.localhostProfile'],
  ],
  [27, of({ [OF_POD]: 'some' }), []],
  [
    20,
    of({ [OF_POD]: 'unconfined' }, { type: 'RuntimeDefault' }),
    ['Forbidden spec.securityContext.seccompProfile.type'],
  ],
  [
    20,
    of({ [OF_CONTAINER]: 'localhost/a' }, undefined, { type: 'Localhost', localhostProfile: 'b' }),
    ['Forbidden spec.containers[0].securityContext.seccompProfile.localhostProfile'],
  ],
])('release 1.%i judges %j', (release, body, expected) =>
  expect(refusals(pod, body, context(release))).toEqual(expected),
)

test('annotations and fields of a template agree', () => {
  const { metadata, spec } = of({ [OF_POD]: 'unconfined' }, { type: 'RuntimeDefault' })
  const template = { metadata: { ...metadata, labels: { a: 'b' } }, spec }
  expect(refusals(deployment, { spec: { selector: { matchLabels: { a: 'b' } }, template } }, context(20))).toEqual([
    'Forbidden spec.template.spec.securityContext.seccompProfile.type',
  ])
})
