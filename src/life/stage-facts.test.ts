import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { stageOf } from './custom-stages'
import { POD_STAGES } from './pod-stages'
import type { StageContext } from './stage'
import { factsOf, trialOf } from './stage-facts'
import { ATTACHMENT_STAGES, CLAIM_STAGES, VOLUME_STAGES } from './volume-stages'

const CONTEXT: StageContext = { now: 'NOW', release: 35, node: undefined, address: () => '10.0.0.1' }
const pod = (phase: string): ApiObject => ({
  metadata: { name: 'p', namespace: 'n', labels: { app: 'cache' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
  status: { phase },
})
const own = (spec: object): ApiObject => ({
  apiVersion: 'life.orch.io/v1alpha1',
  kind: 'Stage',
  metadata: { name: 'mine' },
  spec: { resourceRef: { kind: 'Pod' }, ...spec },
})
const SELECTOR = {
  matchLabels: { app: 'cache' },
  matchExpressions: [{ key: '.status.phase', operator: 'In' as const, values: ['Running'] }],
}

it('says of every stage of the cluster when it comes and what it does', () => {
  for (const stage of [...POD_STAGES, ...CLAIM_STAGES, ...VOLUME_STAGES, ...ATTACHMENT_STAGES]) {
    const { about, effects } = factsOf(stage)
    expect([stage.name, about !== '', effects.length > 0]).toEqual([stage.name, true, true])
  }
})

it('names the conditions of a stage, its delay and its effects', () => {
  const stage = stageOf(
    own({
      selector: SELECTOR,
      weight: 3,
      delay: { durationMilliseconds: 500, jitterDurationMilliseconds: 800 },
      next: { event: { reason: 'Warm' }, delete: true },
    }),
  )
  expect(factsOf(stage)).toEqual({
    name: 'mine',
    kind: 'Pod',
    own: true,
    about: '',
    conditions: ['label app is cache', 'status.phase is Running'],
    weight: 3,
    delayMs: 500,
    jitterMs: 300,
    effects: ['event Warm', 'deletes the object'],
  })
})

it('tries a stage on an object, beside those that fit as well', () => {
  const stage = stageOf(own({ selector: SELECTOR, weight: 3, next: { status: { message: 'at $(now)' } } }))
  const rival = stageOf(own({ next: {} }))
  expect(trialOf(stage, pod('Running'), [{ ...rival, name: 'other' }], CONTEXT)).toEqual({
    fits: true,
    conditions: [
      { text: 'label app is cache', holds: true },
      { text: 'status.phase is Running', holds: true },
    ],
    rivals: ['other'],
    share: 0.75,
    status: { message: 'at NOW' },
    emptiesFinalizers: false,
    deletes: false,
  })
  const waits = trialOf(stage, pod('Pending'), [], CONTEXT)
  expect([waits.fits, waits.share, waits.conditions.map(({ holds }) => holds)]).toEqual([false, 0, [true, false]])
})
