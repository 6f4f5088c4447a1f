import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { alwaysAdmit } from './always-admit'
import { alwaysDeny } from './always-deny'

test.each([
  ['a creation', { of: 'pods', object: podWith() }],
  ['an update', { of: 'pods', object: podWith(), oldObject: podWith() }],
  ['a deletion', { of: 'pods', oldObject: podWith() }],
  ['a connection', { of: 'pods/exec', operation: 'CONNECT', name: 'p', object: { kind: 'PodExecOptions' } }],
] as const)('%s is denied by one plugin and admitted by the other', async (_, asked) => {
  const stage = new AdmissionStage()
  expect(await stage.verdict(alwaysDeny(), asked)).toMatch(/^403 pods "p" is forbidden/)
  expect(await stage.verdict(alwaysAdmit(), asked)).toBe('passed')
})
