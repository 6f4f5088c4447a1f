import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { startCluster, type TestCluster } from '../testing/cluster'
import { until } from '../testing/until'
import { danglingCondition } from './flow-schema-status'

interface FlowSchema extends ApiObject {
  status?: { conditions?: { type: string; status: string; reason: string; message: string }[] }
}
const at = (version: string, resource: string) => ({ group: 'flowcontrol.apiserver.orch.io', version, resource })

it.each([
  [
    true,
    'False',
    'Found',
    'This FlowSchema references the PriorityLevelConfiguration object named "low" and it exists',
  ],
  [
    false,
    'True',
    'NotFound',
    'This FlowSchema references the PriorityLevelConfiguration object named "low" but there is no such object',
  ],
])('an existing priority level (%s)', (there, status, reason, message) => {
  expect(danglingCondition('low', there)).toEqual({ type: 'Dangling', status, reason, message })
})

describe.each([
  ['1.20', 'v1beta1', 'Update'],
  ['1.36', 'v1', 'Apply'],
])('in %s', (release, version, operation) => {
  const schemas = at(version, 'flowschemas')
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster([`--release=${release}`, '--controllers=-*'])
  })
  afterAll(() => cluster.stop())
  const conditions = async (name: string) =>
    (await cluster.admin.get<FlowSchema>(schemas, name)).status?.conditions?.map(({ type, status }) => [type, status])

  it('the server says that its own schemas have their levels', async () => {
    await until(
      () => conditions('exempt'),
      (all) => all !== undefined,
    )
    const exempt = await cluster.admin.get<FlowSchema>(schemas, 'exempt')
    expect(exempt.status?.conditions?.[0]).toMatchObject(danglingCondition('exempt', true))
    // Entries are in the order of their times, and the two may be of one second or of two.
    const writers = (exempt.metadata.managedFields ?? []).map((entry) => `${entry.manager} ${entry.operation}`)
    expect(writers.sort()).toEqual([
      `api-priority-and-fairness-config-consumer-v1 ${operation}`,
      'api-priority-and-fairness-config-producer-v1 Update',
    ])
  })
  it('a level that comes and goes is followed', async () => {
    const rule = { verbs: ['get'], nonResourceURLs: ['/version'] }
    const subjects = [{ kind: 'User', user: { name: 'bob' } }]
    await cluster.admin.create(schemas, {
      metadata: { name: 'own' },
      spec: { priorityLevelConfiguration: { name: 'own' }, rules: [{ subjects, nonResourceRules: [rule] }] },
    })
    const says = (status: string) =>
      until(
        () => conditions('own'),
        (all) => all?.[0]?.[1] === status,
      )
    expect(await says('True')).toEqual([['Dangling', 'True']])
    await cluster.admin.create(at(version, 'prioritylevelconfigurations'), {
      metadata: { name: 'own' },
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
    })
    expect(await says('False')).toEqual([['Dangling', 'False']])
    await cluster.admin.delete(at(version, 'prioritylevelconfigurations'), 'own')
    expect(await says('True')).toEqual([['Dangling', 'True']])
  })
})

it('no status is written if flow control is off', async () => {
  const cluster = await startCluster(['--release=1.20', '--feature-gates=APIPriorityAndFairness=false'])
  // Where it is said it is said within the first few.
  for (let turns = 0; turns < 50; turns++)
    expect((await cluster.admin.get<FlowSchema>(at('v1beta1', 'flowschemas'), 'exempt')).status).toEqual({})
  await cluster.stop()
})
