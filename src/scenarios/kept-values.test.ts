import { expect, it } from 'vitest'
import { linesToAskAgain } from './kept-values'
import type { Step } from './scenario'
import type { ScriptLine } from './script-line'

const step = (...solution: ScriptLine[]): Step => ({ title: 'Step', text: 'Do it.', check: [], solution })
const pod = { send: 'GET /api/v1/namespaces/default/pods/lift', keep: { uid: 'metadata.uid' } }
const token = { send: 'POST /token', body: { uid: '${uid}' }, keep: { token: 'status.token' } }
const steps = [
  step(pod, { send: 'POST /api/v1/namespaces/default/configmaps' }, token),
  step({ advance: '1m' }, { token: '${token}', send: 'GET /api/v1/pods' }),
]

it('asks again for what a step uses, and for what that needs', () => {
  expect(linesToAskAgain(steps, 1, new Map())).toEqual([pod, token])
  expect(linesToAskAgain(steps, 1, new Map([['uid', '1']]))).toEqual([token])
})

it('reads no value that is known, that the step itself keeps, or that no step keeps', () => {
  expect(linesToAskAgain(steps, 1, new Map([['token', 'secret']]))).toEqual([])
  expect(linesToAskAgain(steps, 0, new Map())).toEqual([])
  expect(linesToAskAgain([steps[0] ?? step(), step({ send: 'GET /${other}' })], 1, new Map())).toEqual([])
})
