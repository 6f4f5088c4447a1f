import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { defaultTolerationSeconds } from './default-toleration-seconds'

const notReady = (seconds?: number) => ({
  key: 'node.orch.io/not-ready',
  operator: 'Exists',
  effect: 'NoExecute',
  ...(seconds !== undefined && { tolerationSeconds: seconds }),
})
const unreachable = (seconds: number) => ({ ...notReady(seconds), key: 'node.orch.io/unreachable' })
const FLAGS = { 'default-not-ready-toleration-seconds': '60', 'default-unreachable-toleration-seconds': '90' }

test.each([
  ['none of its own', {}, undefined, [notReady(300), unreachable(300)]],
  ['seconds from the flags', FLAGS, undefined, [notReady(60), unreachable(90)]],
  ['one of its own', {}, [notReady(10)], [notReady(10), unreachable(300)]],
  ['one for ever', {}, [notReady()], [notReady(), unreachable(300)]],
  ['one for everything', {}, [{ operator: 'Exists' }], [{ operator: 'Exists' }]],
  [
    'one with another effect',
    {},
    [{ key: 'node.orch.io/not-ready', operator: 'Exists', effect: 'NoSchedule' }],
    [{ key: 'node.orch.io/not-ready', operator: 'Exists', effect: 'NoSchedule' }, notReady(300), unreachable(300)],
  ],
])('a pod with %s', async (_, flags, tolerations, expected) => {
  const stage = new AdmissionStage(25, flags)
  const plugin = defaultTolerationSeconds(stage.environment)
  const object = await stage.pass(plugin, { of: 'pods', object: podWith(tolerations ? { tolerations } : {}) })
  expect(object?.spec).toMatchObject({ tolerations: expected })
  // A rerun after webhooks adds nothing.
  const again = await stage.pass(plugin, { of: 'pods', object: object })
  expect(again).toEqual(object)
})
