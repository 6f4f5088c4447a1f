// How long a list takes in the binary form, compared with JSON: node tools/bench/binary.mjs
// Exits with 1 if the limit is exceeded. Each number is a median; the limit is 1.5 times the time of JSON.

import { pathToFileURL } from 'node:url'
import { importBundled } from '../bundle.mjs'

const ITEMS = 1_000
const TURNS = 15
/** Maximum time of the binary form, as a multiple of that of JSON. */
const TIMES_JSON = 1.5

const pod = (i) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `shop-${i}`,
    namespace: 'default',
    uid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    resourceVersion: String(1000 + i),
    creationTimestamp: '2030-01-01T00:00:00Z',
    labels: { app: 'shop', tier: 'web' },
    managedFields: [
      {
        manager: 'tool',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2030-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } }, 'f:spec': { 'f:containers': {} } },
      },
    ],
  },
  spec: {
    containers: [
      {
        name: 'shop',
        image: 'registry.example.com/team/shop:1.2.3',
        env: Array.from({ length: 4 }, (_, n) => ({ name: `VARIABLE_${n}`, value: `value ${n}` })),
        ports: [{ name: 'web', containerPort: 8080, protocol: 'TCP' }],
        resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 8080, scheme: 'HTTP' }, periodSeconds: 10 },
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    nodeName: 'node-1',
  },
  status: {
    phase: 'Running',
    podIP: '10.0.0.1',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2030-01-01T00:00:00Z' }],
  },
})

/** Times of the cases: { name, milliseconds, limit }. */
export async function measure() {
  const { binaryCodec, writeJson } = await importBundled('tools/bench/binary-parts.ts')
  const codec = binaryCodec(25)
  const binary = (items) => codec.list('v1', 'PodList', {}, items)
  const times = { json: [], first: [], again: [] }
  const time = (name, run) => {
    const start = performance.now()
    run()
    times[name].push(performance.now() - start)
  }
  // In turns, so that other work of the machine affects all of them.
  for (let turn = 0; turn < TURNS; turn++) {
    const items = Array.from({ length: ITEMS }, (_, i) => pod(i))
    time('json', () => writeJson({ apiVersion: 'v1', kind: 'PodList', metadata: {}, items }))
    time('first', () => binary(items))
    time('again', () => binary(items))
  }
  const median = (name) => times[name].sort((a, b) => a - b)[Math.floor(TURNS / 2)]
  const limit = median('json') * TIMES_JSON
  return [
    { name: `${ITEMS} pods as a binary list for the first time`, milliseconds: median('first'), limit },
    { name: `${ITEMS} pods as a binary list again`, milliseconds: median('again'), limit },
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await measure()
  for (const { name, limit, milliseconds } of results)
    console.log(`${milliseconds.toFixed(2).padStart(9)} ms  (limit ${limit.toFixed(2)})  ${name}`)
  process.exitCode = results.some(({ milliseconds, limit }) => milliseconds > limit) ? 1 : 0
}
