// How long the merging and bookkeeping of an apply takes: node tools/bench/apply.mjs
// Exits with 1 if a limit is exceeded. Each number is the median over batches.

import { pathToFileURL } from 'node:url'
import { importBundled } from '../bundle.mjs'

const BATCHES = 40
const BATCH = 100

const container = (i) => ({
  name: `container-${i}`,
  image: `registry.example.com/team/app-${i}:1.2.${i}`,
  imagePullPolicy: 'IfNotPresent',
  env: Array.from({ length: 8 }, (_, e) => ({ name: `VARIABLE_${e}`, value: `value number ${e} of container ${i}` })),
  ports: [80, 443].map((containerPort) => ({
    name: `p${containerPort}`,
    containerPort: containerPort + i,
    protocol: 'TCP',
  })),
  resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'config', mountPath: '/etc/app', readOnly: true },
  ],
  readinessProbe: { httpGet: { path: '/ready', port: 80, scheme: 'HTTP' }, periodSeconds: 10, failureThreshold: 3 },
})

const labels = { app: 'shop', 'app.example.com/part-of': 'store', 'app.example.com/tier': 'front' }
const deployment = () => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'shop',
    namespace: 'default',
    labels,
    annotations: { 'example.com/contact': 'somebody@example.com' },
  },
  spec: {
    replicas: 3,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [0, 1, 2, 3].map(container),
        volumes: [
          { name: 'data', emptyDir: {} },
          { name: 'config', configMap: { name: 'config' } },
        ],
        tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      },
    },
  },
})

/** Times of the four cases: { name, milliseconds, limit }. */
export async function measure() {
  const { applyConfiguration, schemaOf, trackUpdate } = await importBundled('tools/bench/rules-parts.ts')
  const schema = schemaOf('apps.v1.Deployment')
  const options = { release: 25, schemaOf: () => schema, convert: (object) => object }
  const call = (manager) => ({ manager, force: true, time: '2030-01-01T00:00:00Z', subresource: '' })
  const bytes = JSON.stringify(deployment()).length
  const one = await applyConfiguration(undefined, deployment(), call('one'), options)
  let twenty = one
  for (let i = 2; i <= 20; i++) twenty = await applyConfiguration(twenty, deployment(), call(`manager-${i}`), options)
  const stored = (object) => JSON.parse(JSON.stringify(object))
  const cases = [
    {
      name: `apply without change, ${bytes} bytes`,
      limit: 0.5,
      of: one,
      run: (live, body) => applyConfiguration(live, body, call('one'), options),
    },
    {
      name: 'apply without change, 20 managers',
      limit: 1,
      of: twenty,
      run: (live, body) => applyConfiguration(live, body, call('one'), options),
    },
    {
      name: 'apply that changes an image, 20 managers',
      limit: 1,
      of: twenty,
      run: (live, body) => (
        (body.spec.template.spec.containers[0].image = 'x'),
        applyConfiguration(live, body, call('one'), options)
      ),
    },
    {
      name: 'update that changes an image, 20 managers',
      limit: 1,
      of: twenty,
      run: (live, body) => (
        (body.spec.template.spec.containers[0].image = 'x'),
        trackUpdate(live, body, call('up'), options)
      ),
    },
  ]
  const results = []
  for (const { name, limit, of, run } of cases) {
    const live = stored(of)
    const times = []
    for (let batch = 0; batch < BATCHES; batch++) {
      const bodies = Array.from({ length: BATCH }, deployment)
      const start = performance.now()
      for (const body of bodies) await run(live, body)
      times.push((performance.now() - start) / BATCH)
    }
    results.push({ name, limit, milliseconds: times.sort((a, b) => a - b)[BATCHES / 2] })
  }
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await measure()
  for (const { name, limit, milliseconds } of results)
    console.log(`${milliseconds.toFixed(3).padStart(8)} ms  (limit ${limit})  ${name}`)
  process.exitCode = results.some(({ milliseconds, limit }) => milliseconds > limit) ? 1 : 0
}
