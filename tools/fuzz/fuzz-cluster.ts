import { startAdminsCluster, type TestCluster } from '../../src/testing/cluster'
import { WIDGETS } from './shapes'

/** Runs on a cluster of its own, with a custom type and an object that the requests are about. */
export async function onCluster(release: string, run: (cluster: TestCluster) => Promise<string[]>): Promise<string[]> {
  const cluster = await startAdminsCluster(release)
  try {
    await prepare(cluster)
    return await run(cluster)
  } finally {
    await cluster.stop()
  }
}

async function prepare(cluster: TestCluster): Promise<void> {
  const integers = { type: 'array', items: { type: 'integer' } }
  const spec = {
    type: 'object',
    properties: {
      set: { ...integers, 'x-orch-list-type': 'set' },
      map: {
        type: 'array',
        items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
        'x-orch-list-type': 'map',
        'x-orch-list-map-keys': ['k'],
      },
      s: { type: 'string', pattern: '^(a+)+$' },
      free: { type: 'array', items: { type: 'integer', enum: Array.from({ length: 10 }, (_, i) => -i) } },
      any: { type: 'object', 'x-orch-preserve-unknown-fields': true },
    },
  }
  await cluster.send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    metadata: { name: 'widgets.fuzz.example.com' },
    spec: {
      group: 'fuzz.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  })
  await cluster.send('POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'fuzz-base' },
    data: { a: 'b' },
  })
  for (let i = 0; i < 6_000; i += 1) {
    const { status } = await cluster.send('GET', WIDGETS)
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the custom type is not served')
}
