// How long the default chain of admission takes for a new pod, without callbacks: node tools/bench/admission.mjs
// Exits with 1 when the limit is passed. Each number is the median over batches.

import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const BATCHES = 40
const BATCH = 200
const LIMIT_MS = 0.5

const load = async (path) => (await runnerImport(path, { root, configFile: false, logLevel: 'silent' })).module

const { AdmissionStage, podWith } = await load('/src/testing/admission-stage.ts')
const { createAdmissionPlugins } = await load('/src/admission/plugins.ts')
const { admissionChain } = await load('/src/server/admission.ts')

/** A namespace with everything that plugins look at for a pod. */
function stageOf(limits, pods) {
  const stage = new AdmissionStage()
  stage.put('serviceaccounts', { metadata: { name: 'default', namespace: 'ns' } })
  if (limits) {
    const limit = { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '100m' }, max: { cpu: '4' } }
    stage.put('limitranges', { metadata: { name: 'l', namespace: 'ns' }, spec: { limits: [limit] } })
    stage.put('namespaces', { metadata: { name: 'ns', labels: { 'pod-security.orch.io/enforce': 'baseline' } } })
  }
  for (let i = 0; i < pods; i++) stage.put('pods', podWith({}, { name: `p-${i}`, uid: `u-${i}` }))
  return stage
}

async function measure(stage) {
  const settings = {
    enable: [],
    disable: [],
    configFile: undefined,
    files: { read: () => Promise.reject(new Error()) },
  }
  const plugins = await createAdmissionPlugins(stage.environment, settings)
  const chain = admissionChain(plugins, stage.clock, stage.environment.metrics)
  const trace = { observed: false, now: () => 0, step: () => undefined }
  const object = podWith({ containers: [0, 1, 2].map((i) => ({ name: `c${i}`, image: 'i', resources: {} })) })
  const times = []
  for (let batch = 0; batch < BATCHES; batch++) {
    const requests = Array.from({ length: BATCH }, () => stage.request({ of: 'pods', object }))
    const start = performance.now()
    for (const request of requests) {
      await chain.mutate(request, trace)
      await chain.validate(request, trace)
    }
    times.push((performance.now() - start) / BATCH)
  }
  return times.sort((a, b) => a - b)[BATCHES / 2]
}

const cases = [
  ['a pod of three containers', stageOf(false, 0)],
  ['with a limit range and an enforced level', stageOf(true, 0)],
  ['with 1,000 pods beside it', stageOf(true, 1000)],
]
let failed = false
for (const [name, stage] of cases) {
  const ms = await measure(stage)
  failed ||= ms > LIMIT_MS
  console.log(`${ms > LIMIT_MS ? 'MISSED' : 'holds '}  ${name}: ${ms.toFixed(3)} ms, at most ${LIMIT_MS} ms`)
}
process.exit(failed ? 1 : 0)
