import { expect, it } from 'vitest'
import { apps, startLivingCluster, template } from '../testing/living'

/** The manager, and the scheduler, who reads as itself. */
const READERS = 2

it('gives the controllers of one manager one watch of each kind: each further one would read every change again', async () => {
  const cluster = await startLivingCluster(1)
  const { admin } = cluster
  try {
    const selector = { matchLabels: { app: 'web' } }
    await admin.create(apps('deployments'), {
      metadata: { name: 'web' },
      spec: { selector, template: template('web') },
    })
    await cluster.passing(
      () => admin.get(apps('deployments'), 'web'),
      ({ status }) => (status as { availableReplicas?: number } | undefined)?.availableReplicas === 1,
    )
    const metrics = await admin.raw('GET', '/metrics', undefined, { headers: { accept: 'text/plain' } })
    const text = await metrics.text()
    for (const kind of ['Pod', 'Node']) {
      const count = new RegExp(`^apiserver_registered_watchers\\{.*kind="${kind}".*\\} (\\d+)$`, 'm').exec(text)?.[1]
      expect(Number(count), kind).toBeGreaterThan(0)
      expect(Number(count), kind).toBeLessThanOrEqual(READERS)
    }
  } finally {
    await cluster.stop()
  }
})
