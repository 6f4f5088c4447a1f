import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { alwaysPullImages } from './always-pull-images'

const stage = new AdmissionStage()
const policies = (object: unknown) =>
  (object as { spec: { containers: { imagePullPolicy?: string }[] } }).spec.containers.map((one) => one.imagePullPolicy)
const running = podWith({ containers: [{ name: 'c', image: 'i:1', imagePullPolicy: 'IfNotPresent' }] })

test('every container of a new pod pulls its image', async () => {
  const object = await stage.pass(alwaysPullImages(stage.environment), {
    of: 'pods',
    object: podWith({
      initContainers: [{ name: 'i', image: 'i', imagePullPolicy: 'Never' }],
      containers: [{ name: 'c' }],
    }),
  })
  expect(object?.spec).toMatchObject({
    initContainers: [{ imagePullPolicy: 'Always' }],
    containers: [{ imagePullPolicy: 'Always' }],
  })
})

test.each([
  ['a running pod keeps its policy', { of: 'pods', object: running, oldObject: running }, ['IfNotPresent']],
  [
    'a new image of a running pod is pulled',
    { of: 'pods', object: podWith({ containers: [{ name: 'c', image: 'i:2' }] }), oldObject: running },
    ['Always'],
  ],
  ['a status changes nothing', { of: 'pods/status', object: running, oldObject: running }, ['IfNotPresent']],
] as const)('%s', async (_, asked, expected) => {
  expect(policies(await stage.pass(alwaysPullImages(stage.environment), asked))).toEqual(expected)
})

test('updates of running pods are changed, too, in releases without exceptions', async () => {
  const old = new AdmissionStage(20)
  const asked = { of: 'pods', object: running, oldObject: running }
  expect(policies(await old.pass(alwaysPullImages(old.environment), asked))).toEqual(['Always'])
})

test('a webhook that undoes the change makes the request fail', () => {
  const plugin = alwaysPullImages(stage.environment)
  expect(() => plugin.validate?.(stage.request({ of: 'pods', object: running }))).toThrow(
    'spec.containers[0].imagePullPolicy must be "Always"',
  )
})
