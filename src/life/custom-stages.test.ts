import { afterAll, beforeAll, expect, it } from 'vitest'
import { NODES } from '../client/core-targets'
import type { Target } from '../client/targets'
import { parseJson } from '../machinery/json-text'
import { core, type LivingCluster, startLivingCluster, template } from '../testing/living'
import { isStatus } from '../client/status-error'
import { stageOf } from './custom-stages'
import { fits } from './stage'
import { STAGES } from './stage-type'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(1)
  const types = () => cluster.admin.list(DEFINITIONS)
  await cluster.passing(types, ({ items }) => items.some(isServed))
})
afterAll(() => cluster.stop())

const DEFINITIONS: Target = { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' }
const isServed = (definition: object): boolean =>
  ((definition as { status?: { conditions?: { type: string; status: string }[] } }).status?.conditions ?? []).some(
    ({ type, status }) => type === 'Established' && status === 'True',
  )
const stage = (name: string, spec: object) => ({
  apiVersion: 'life.orch.io/v1alpha1',
  kind: 'Stage',
  metadata: { name },
  spec,
})
const conditions = (object: object) =>
  (object as { status?: { conditions?: { type: string; status: string; message?: string }[] } }).status?.conditions ??
  []

it('a stage that a person writes moves pods: condition, event, and those of the cluster go on', async () => {
  await cluster.admin.create(
    STAGES,
    stage('warm', {
      resourceRef: { kind: 'Pod' },
      selector: {
        matchLabels: { app: 'cache' },
        matchExpressions: [
          { key: '.status.phase', operator: 'In', values: ['Running'] },
          { key: '.status.message', operator: 'DoesNotExist' },
        ],
      },
      weight: 1000,
      delay: { durationMilliseconds: 2000, jitterDurationMilliseconds: 3000 },
      next: {
        event: { reason: 'Warm', message: 'The cache of $(metadata.name) is warm' },
        status: {
          message: 'warm',
          conditions: [{ type: 'example.com/Warm', status: 'True', lastTransitionTime: '$(now)' }],
        },
      },
    }),
  )
  const made = template('cache')
  await cluster.admin.create(core('pods'), { ...made, metadata: { ...made.metadata, name: 'cache' } })
  const pod = await cluster.passing(
    () => cluster.admin.get(core('pods'), 'cache'),
    (found) => conditions(found).some(({ type }) => type === 'example.com/Warm'),
  )
  expect(conditions(pod).find(({ type }) => type === 'Ready')?.status).toBe('True')
  const { items } = await cluster.admin.list(core('events'))
  expect(items.map(({ message }) => message)).toContain('The cache of cache is warm')
})

it('a node comes under pressure by a stage, and its other conditions stay', async () => {
  await cluster.admin.create(
    STAGES,
    stage('full', {
      resourceRef: { kind: 'Node' },
      selector: { matchAnnotations: { 'example.com/full': 'yes' } },
      next: { status: { conditions: [{ type: 'DiskPressure', status: 'True', reason: 'Full' }] } },
    }),
  )
  await cluster.admin.patch(NODES, 'node-1', 'merge', {
    metadata: { annotations: { 'example.com/full': 'yes' } },
  })
  const node = await cluster.passing(
    () => cluster.admin.get(NODES, 'node-1'),
    (found) => conditions(found).some(({ type, status }) => type === 'DiskPressure' && status === 'True'),
  )
  expect(conditions(node).find(({ type }) => type === 'Ready')?.status).toBe('True')
})

it.each([
  ['another kind', { resourceRef: { kind: 'Secret' }, next: {} }, 'spec.resourceRef.kind'],
  ['no next', { resourceRef: { kind: 'Pod' } }, 'spec.next'],
  [
    'an unknown operator',
    { resourceRef: { kind: 'Pod' }, selector: { matchExpressions: [{ key: 'a', operator: 'Near' }] }, next: {} },
    'spec.selector.matchExpressions[0].operator',
  ],
  [
    'a negative delay',
    { resourceRef: { kind: 'Pod' }, delay: { durationMilliseconds: -1 }, next: {} },
    'spec.delay.durationMilliseconds',
  ],
])('refuses a stage with %s', async (_what, spec, field) => {
  const refused = await cluster.admin.create(STAGES, stage('wrong', spec)).catch((error: unknown) => error)
  expect(isStatus(refused, 'Invalid')).toBe(true)
  expect((refused as Error).message).toContain(field)
})

it('puts members of the object into texts, and never those of its prototype', () => {
  const { next, delay } = stageOf(
    stage('texts', {
      resourceRef: { kind: 'Pod' },
      delay: { durationMilliseconds: 500, jitterDurationMilliseconds: 800 },
      next: {
        event: { reason: 'R', message: '$(metadata.name) $(metadata.labels) $(constructor.name) $(now) $ $()' },
      },
    }),
  )
  const object = { metadata: { name: 'web', labels: { a: 'b' } } }
  expect(next.event?.message(object, 'NOW')).toBe('web {"a":"b"}  NOW $ $()')
  expect(delay).toEqual({ milliseconds: 500, jitterMilliseconds: 300 })
  const hostile = parseJson('{"metadata":{"name":"x"}}') as typeof object
  const selector = { matchExpressions: [{ key: '__proto__', operator: 'Exists' as const }] }
  expect(fits({ name: '', resource: 'pods', selector, next: {} }, hostile)).toBe(false)
})
