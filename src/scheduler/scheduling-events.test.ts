import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { core, startLivingCluster } from '../testing/living'

interface Event extends ApiObject {
  readonly reason: string
}

/** The events of a pod that is placed and of one that no node takes, and the managers of the first pod’s fields. */
async function observed(release: number, argv: readonly string[] = []) {
  const cluster = await startLivingCluster(1, [
    `--release=1.${release}`,
    '--disable-admission-plugins=ServiceAccount',
    ...argv,
  ])
  const { admin } = cluster
  const pod = (name: string, spec: object) =>
    admin.create(core('pods'), { metadata: { name }, spec: { containers: [{ name: 'c', image: 'shop:1' }], ...spec } })
  await pod('fits', {})
  await pod('picky', { nodeSelector: { disk: 'ssd' } })
  const reasons = ['FailedScheduling', 'Scheduled']
  const events = await cluster.passing(
    async () => ((await admin.list(core('events'))).items as Event[]).filter(({ reason }) => reasons.includes(reason)),
    (found) => found.length === 2,
  )
  const managersOf = async (name: string) =>
    ((await admin.get(core('pods'), name)).metadata.managedFields ?? []).map(({ manager }) => manager)
  await cluster.passing(
    () => admin.get(core('pods'), 'fits'),
    ({ status }) => (status as { phase?: string }).phase === 'Running',
  )
  const running = await managersOf('fits')
  const waiting = await managersOf('picky')
  await cluster.stop()
  return { events: events.sort((a, b) => a.reason.localeCompare(b.reason)), running, waiting }
}

describe('events of the scheduler', () => {
  it.each([
    [19, []],
    [25, []],
    [16, []],
  ])('have an action and one time at release 1.%i', async (release, argv) => {
    const { events } = await observed(release, argv)
    expect(events).toMatchObject([
      {
        reason: 'FailedScheduling',
        action: 'Scheduling',
        type: 'Warning',
        involvedObject: { kind: 'Pod', name: 'picky', namespace: 'default', apiVersion: 'v1' },
      },
      {
        reason: 'Scheduled',
        action: 'Binding',
        type: 'Normal',
        message: 'Successfully assigned default/fits to node-1',
      },
    ])
    for (const event of events) {
      expect(event).toMatchObject({ reportingComponent: 'default-scheduler', source: {}, lastTimestamp: null })
      expect(event['eventTime']).toMatch(/\.\d{6}Z$/)
    }
  })

  it.each([
    [15, []],
    [25, ['--runtime-config=events.orch.io/v1=false']],
  ])('are written like those of controllers at release 1.%i with %j', async (release, argv) => {
    const { events } = await observed(release, argv)
    for (const event of events)
      expect(event).toMatchObject({ source: { component: 'default-scheduler' }, count: 1, eventTime: null })
  })
})

describe('managers of a pod’s fields', () => {
  it('are the program that a real cluster would run', async () => {
    const { running, waiting } = await observed(25)
    expect(running).toContain('orchlet')
    expect(waiting).toContain('orch-scheduler')
  })
})
