// Node ports for services that name none: from the upper part of the range first, by release.
import { expect, it } from 'vitest'
import { startCluster } from '../../../../testing/cluster'
import { portsKept } from './service-ranges'

it.each([
  [10, 0],
  [16, 0],
  [17, 16],
  [256, 16],
  [1024, 32],
  [2768, 86],
  [65_536, 128],
])('of %i ports, reserves %i for explicit requests', (size, kept) => expect(portsKept(size)).toBe(kept))

it.each([
  [28, []],
  [27, ['--feature-gates=ServiceNodePortStaticSubrange=true']],
] as const)('allocates from the upper part first, then from the rest, in 1.%i', async (release, flags) => {
  const cluster = await startCluster([`--release=1.${release}`, '--service-node-port-range=30000-30019', ...flags])
  const ports: number[] = []
  for (let i = 0; i < 20; i += 1) {
    const spec = { type: 'NodePort', ports: [{ port: 80 }] }
    const made = await cluster.admin.create(
      { group: '', version: 'v1', resource: 'services', namespace: 'default' },
      { metadata: { name: `s${i}`, namespace: 'default' }, spec },
    )
    ports.push((made as unknown as { spec: { ports: [{ nodePort: number }] } }).spec.ports[0].nodePort)
  }
  await cluster.stop()
  expect([...ports.slice(0, 4)].sort()).toEqual([30_016, 30_017, 30_018, 30_019])
  expect(new Set(ports).size).toBe(20)
})
