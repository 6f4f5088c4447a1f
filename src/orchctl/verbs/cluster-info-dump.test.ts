import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseJson } from '../../machinery/json-text'
import { type OrchctlWorld, startOrchctl } from '../../testing/orchctl-world'

let world: OrchctlWorld
beforeAll(async () => {
  world = await startOrchctl(['--release=1.20'])
  await world.orchctl('create namespace n')
})
afterAll(() => world.stop())

test('a dump goes into a folder for each namespace', async () => {
  const { out, code } = await world.orchctl('cluster-info dump --namespaces=n --output-directory=d')
  expect({ out, code }).toEqual({ out: 'Cluster info dumped to d\n', code: 0 })
  const written = [...world.files.keys()].filter((name) => name.includes('/d/')).sort()
  expect(written.map((name) => name.replace(/^.*\/d\//, ''))).toEqual([
    ...['daemonsets', 'deployments', 'events', 'pods', 'replicasets', 'replication-controllers', 'services'].map(
      (name) => `n/${name}.json`,
    ),
    'nodes.json',
  ])
  expect(parseJson(world.files.get('/home/d/n/pods.json') ?? '')).toMatchObject({ kind: 'PodList', items: null })
})

const ORDER = 'NodeListEventListReplicationControllerListServiceListDaemonSetListDeploymentListReplicaSetListPodList'
test.each([
  ['-o jsonpath={.kind}', ORDER, ''],
  ['-o name', '', 'error: list types are not supported by name printing: *v1.NodeList\n'],
  ['--output-directory=plain/x', '', 'error: mkdir plain: not a directory\n'],
])('a dump with %s', async (flags, out, err) => {
  world.files.set('/home/plain', 'a file')
  expect(await world.orchctl(`cluster-info dump --namespaces=n ${flags}`)).toMatchObject({ out, err })
})
