import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { conditionsFor } from './conditions'
import { fieldCondition, stepsOf } from './field-condition'

const object = (more: object, generation = 1): ApiObject => ({ metadata: { name: 'a', generation }, ...more })
const condition = (type: string, status = 'True', reason = '') => ({
  status: { conditions: [{ type, status, reason }] },
})
const ready = { observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2, readyReplicas: 2 }

describe('what one may wait for', () => {
  it.each([
    ['/pods', 'The pod has a node', { spec: { nodeName: 'n' } }, { spec: {} }],
    ['/pods', 'The pod is ready', condition('Ready'), condition('Ready', 'False')],
    ['/pods', 'The pod has finished', { status: { phase: 'Failed' } }, { status: { phase: 'Running' } }],
    ['/nodes', 'The node is not ready', condition('Ready', 'Unknown'), condition('Ready')],
    ['/persistentvolumeclaims', 'The claim is bound', { status: { phase: 'Bound' } }, { status: { phase: 'Pending' } }],
    [
      'apps/deployments',
      'The rollout is complete',
      { spec: { replicas: 2 }, status: ready },
      { spec: { replicas: 2 }, status: { ...ready, replicas: 3 } },
    ],
    [
      'apps/deployments',
      'The progress deadline is exceeded',
      condition('Progressing', 'False', 'ProgressDeadlineExceeded'),
      condition('Progressing'),
    ],
    [
      'apps/daemonsets',
      'The rollout is complete',
      { status: { observedGeneration: 1, desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 } },
      { status: { observedGeneration: 0, desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 } },
    ],
    ['batch/jobs', 'The job is done', condition('Complete'), condition('Complete', 'False')],
    ['batch/jobs', 'The job has failed', condition('Failed'), condition('Complete')],
  ])('%s: %s', (type, title, yes, no) => {
    const [group = '', resource = ''] = type.split('/')
    const found = conditionsFor({ group, resource }).find((one) => one.title === title)
    expect([found?.holds(object(yes)), found?.holds(object(no)), found?.holds(undefined)]).toEqual([true, false, false])
  })

  it('an object of any kind may be deleted', () => {
    const [gone] = conditionsFor({ group: 'example.com', resource: 'widgets' })
    expect([gone?.title, gone?.holds(undefined), gone?.holds(object({}))]).toEqual([
      'The object is deleted',
      true,
      false,
    ])
  })
})

const POD = object({
  spec: { containers: [{ name: 'c', image: 'shop:1' }] },
  status: { phase: 'Running', restarts: 3, conditions: [{ type: 'Ready', status: 'True' }] },
})

it.each([
  ['.status.phase', 'is', 'Running', true],
  ['status.phase', 'is not', 'Running', false],
  ['.status.restarts', 'is at least', '3', true],
  ['.status.restarts', 'is at least', '4', false],
  ['.status.restarts', 'is', '3', true],
  ['.status.conditions[type=Ready].status', 'is', 'True', true],
  ['.status.conditions[type=Other].status', 'is set', '', false],
  ['.spec.containers[0].image', 'is', 'shop:1', true],
  ['.spec.containers[1]', 'is not set', '', true],
  ['.status.nothing', 'is', 'null', false],
  ['.status.nothing', 'is not', 'x', true],
] as const)('%s %s %s', (path, operator, value, expected) => {
  expect(fieldCondition(path, operator, value).holds(POD)).toBe(expected)
})

it.each(['', '..a', 'a[', 'a[b', '[=]'])('%j is no path', (path) => {
  expect(stepsOf(path)).toBeUndefined()
})
