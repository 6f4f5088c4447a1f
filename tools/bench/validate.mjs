// How long validation takes: node tools/bench/validate.mjs
// Exits with 1 if a limit is exceeded. Each number is the median over batches.

import { pathToFileURL } from 'node:url'
import { importBundled } from '../bundle.mjs'

const BATCHES = 40
const BATCH = 200

const deployment = () => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default', labels: { app: 'shop' } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'shop' } },
    template: {
      metadata: { labels: { app: 'shop' }, annotations: { 'example.com/contact': 'somebody@example.com' } },
      spec: {
        containers: [
          {
            name: 'shop',
            image: 'registry.example.com/team/shop:1.2.3',
            env: Array.from({ length: 6 }, (_, i) => ({ name: `VARIABLE_${i}`, value: `value ${i}` })),
            ports: [{ name: 'web', containerPort: 8080 }],
            resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
            volumeMounts: [
              { name: 'data', mountPath: '/data' },
              { name: 'config', mountPath: '/etc/app', readOnly: true },
            ],
            livenessProbe: { httpGet: { path: '/live', port: 'web' } },
            readinessProbe: { httpGet: { path: '/ready', port: 8080 } },
          },
        ],
        volumes: [
          { name: 'data', emptyDir: {} },
          { name: 'config', configMap: { name: 'config' } },
        ],
        tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      },
    },
  },
})

/** Times of the cases: { name, milliseconds, limit }. */
export async function measure() {
  const { deploymentKind: kind } = await importBundled('tools/bench/rules-parts.ts')
  const context = { release: 25, version: 'v1', feature: () => true, flag: () => undefined }
  const filled = () => {
    const object = deployment()
    kind.defaults(object, 'v1', context)
    return object
  }
  const errors = kind.validate(filled(), context)
  if (errors.length) throw new Error(`the deployment is not valid: ${JSON.stringify(errors)}`)
  const cases = [
    { name: 'defaults of a deployment', limit: 0.05, make: deployment, run: (o) => kind.defaults(o, 'v1', context) },
    { name: 'validation of a deployment', limit: 0.05, make: filled, run: (o) => kind.validate(o, context) },
  ]
  return cases.map(({ name, limit, make, run }) => {
    const times = []
    for (let batch = 0; batch < BATCHES; batch++) {
      const objects = Array.from({ length: BATCH }, make)
      const start = performance.now()
      for (const object of objects) run(object)
      times.push((performance.now() - start) / BATCH)
    }
    return { name, limit, milliseconds: times.sort((a, b) => a - b)[BATCHES / 2] }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await measure()
  for (const { name, limit, milliseconds } of results)
    console.log(`${milliseconds.toFixed(4).padStart(9)} ms  (limit ${limit})  ${name}`)
  process.exitCode = results.some(({ milliseconds, limit }) => milliseconds > limit) ? 1 : 0
}
