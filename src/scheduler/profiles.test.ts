import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { core, startLivingCluster, template } from '../testing/living'

const CONFIGURATION = `
apiVersion: orchscheduler.config.orch.io/v1
kind: OrchSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
  - schedulerName: packer
    pluginConfig:
      - { name: NodeResourcesFit, args: { scoringStrategy: { type: MostAllocated } } }
    plugins:
      score:
        disabled: [{ name: "*" }]
        enabled: [{ name: NodeResourcesFit }]
`
const FILE = 'scheduler.yaml'

const nodeOf = ({ spec }: ApiObject) => (spec as { nodeName?: string }).nodeName
const PODS = core('pods')

it('places a pod by the profile in its schedulerName, and ignores pods of other schedulers', async () => {
  const cluster = await startLivingCluster(3, [`--scheduler-config-file=${FILE}`], { [FILE]: CONFIGURATION })
  try {
    const { admin } = cluster
    const make = (name: string, schedulerName: string) => {
      const containers = [{ name: 'c', image: 'shop:1', resources: { requests: { cpu: '200m', memory: '64Mi' } } }]
      return admin.create(PODS, { ...template(name, '', { containers, schedulerName }), metadata: { name } })
    }
    for (const i of [1, 2, 3]) {
      await make(`spread-${i}`, 'default-scheduler')
      await make(`packed-${i}`, 'packer')
    }
    await make('strange', 'somebody-else')
    const pods = await cluster.passing(
      async () => (await admin.list(PODS)).items,
      (items) => items.filter(nodeOf).length === 6,
    )
    const nodesOf = (start: string) =>
      new Set(pods.filter(({ metadata }) => metadata.name?.startsWith(start)).map(nodeOf))
    expect(nodesOf('packed').size).toBe(1)
    expect(nodesOf('spread').size).toBeGreaterThan(1)
    expect(nodesOf('strange')).toEqual(new Set([undefined]))
    const { items: events } = await admin.list(core('events'))
    const speakers = events.filter(({ reason }) => reason === 'Scheduled').map((event) => event['reportingComponent'])
    expect(speakers).toContain('packer')
  } finally {
    await cluster.stop()
  }
})
