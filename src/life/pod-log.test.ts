import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { core, type LivingCluster, startLivingCluster, template } from '../testing/living'
import { simulatedLog } from './pod-log'

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const pod = (status: object): ApiObject => ({
  metadata: { name: 'web', uid: 'u' },
  status: { containerStatuses: [{ name: 'c', ...status }] },
})
const running = { state: { running: { startedAt: at(0) } } }
const crashed = {
  state: { waiting: { reason: 'CrashLoopBackOff' } },
  lastState: { terminated: { exitCode: 1, reason: 'Error', startedAt: at(0), finishedAt: at(7) } },
}

it.each([
  ['a container that runs', running, false, 12, 3, true],
  [
    'one that has ended',
    { state: { terminated: { exitCode: 0, startedAt: at(0), finishedAt: at(6) } } },
    false,
    60,
    3,
    false,
  ],
  ['one that waits for its next start', crashed, false, 60, 3, false],
  ['the run before', { ...running, ...{ lastState: crashed.lastState } }, true, 60, 3, false],
])('%s', (_, status, previous, seconds, count, open) => {
  const log = simulatedLog(pod(status), 'c', previous, START + seconds * 1000)
  expect(log.lines).toHaveLength(count)
  expect(log.open).toBe(open)
})

it.each([
  [running, true, 'previous terminated container "c" in pod "web" not found'],
  [
    { state: { waiting: { reason: 'ContainerCreating' } } },
    false,
    'container "c" in pod "web" is waiting to start: ContainerCreating',
  ],
  [
    { state: { waiting: { reason: 'ImagePullBackOff' } } },
    false,
    'container "c" in pod "web" is waiting to start: trying and failing to pull image',
  ],
])('says why there is none', (status, previous, message) => {
  expect(() => simulatedLog(pod(status), 'c', previous, START)).toThrow(message)
})

describe('a pod on a simulated node', () => {
  let cluster: LivingCluster
  beforeAll(async () => {
    cluster = await startLivingCluster(1)
    const made = template('web')
    await cluster.admin.create(core('pods'), { ...made, metadata: { ...made.metadata, name: 'web' } })
    await cluster.passing(
      async () => ((await cluster.admin.get(core('pods'), 'web')).status as { phase?: string }).phase,
      (phase) => phase === 'Running',
    )
    await cluster.clock.step(11_000)
  })
  afterAll(() => cluster.stop())

  const read = (query: string) => cluster.admin.raw('GET', `/api/v1/namespaces/default/pods/web/log${query}`)

  it('has a log, whole, in part and with times', async () => {
    const lines = (await (await read('')).text()).trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toBe('simulated: c starts; no container runs here')
    expect((await (await read('?tailLines=1')).text()).trimEnd()).toBe('simulated: c works, 2')
    expect(await (await read('?timestamps=true&tailLines=1')).text()).toMatch(
      /^\d{4}-.*T.*\d{9}Z simulated: c works, 2\n$/,
    )
    expect(await (await read('?limitBytes=9')).text()).toBe('simulated')
    expect((await read('?previous=true')).status).toBe(400)
  })

  it('is followed until the pod ends', async () => {
    const response = await read('?follow=true&tailLines=1')
    const whole = response.text()
    await cluster.clock.step(5000)
    await cluster.admin.delete(core('pods'), 'web')
    await cluster.passing(
      async () => (await cluster.admin.list(core('pods'))).items.length,
      (count) => count === 0,
    )
    await cluster.clock.step(3000)
    expect((await whole).trimEnd().split('\n').slice(0, 2)).toEqual(['simulated: c works, 2', 'simulated: c works, 3'])
  })
})
