// How long the default admission chain takes for a new pod, without webhooks: node tools/bench/admission.mjs
// Exits with 1 if a limit is exceeded. Each number is the median of CPU time over batches.

import { pathToFileURL } from 'node:url'
import { importBundled } from '../bundle.mjs'

const BATCHES = 40
const BATCH = 200
const LIMIT_MS = 0.5
const POLICIES = 100
const POLICIES_LIMIT_MS = 1

/** CPU time of some work in ms, so that other work of the machine does not count. */
async function cpuTime(work) {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** A namespace with everything that plugins read for a pod. */
function stageOf({ AdmissionStage, podWith }, limits, pods) {
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

/** A cluster whose policies all apply to one resource and allow it. */
function stageOfPolicies({ AdmissionStage }, resource) {
  const stage = new AdmissionStage(27, { 'feature-gates': 'ValidatingAdmissionPolicy=true' })
  const group = 'admissionregistration.orch.io'
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: [resource] }
  for (let i = 0; i < POLICIES; i++) {
    const expression = `object.spec.containers.all(c, c.image != 'bad-${i}')`
    const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression }] }
    const bound = { policyName: `p-${i}`, validationActions: ['Deny'] }
    stage.put(`${group}/validatingadmissionpolicies`, { metadata: { name: `p-${i}` }, spec })
    stage.put(`${group}/validatingadmissionpolicybindings`, { metadata: { name: `b-${i}` }, spec: bound })
  }
  return stage
}

/** The time of the policies alone, for one pod. */
async function timeOfPolicies({ validatingAdmissionPolicy, podWith, ...found }, resource) {
  const stage = stageOfPolicies(found, resource)
  const plugin = validatingAdmissionPolicy(stage.environment)
  const object = podWith({ containers: [0, 1, 2].map((i) => ({ name: `c${i}`, image: 'i', resources: {} })) })
  const kind = { group: '', version: 'v1', kind: 'Pod' }
  const times = []
  for (let batch = 0; batch < BATCHES; batch++) {
    const requests = Array.from({ length: BATCH }, () => stage.request({ of: 'pods', object, kind }))
    const took = await cpuTime(async () => {
      for (const request of requests) await plugin.validate(request)
    })
    times.push(took / BATCH)
  }
  return times.sort((a, b) => a - b)[BATCHES / 2]
}

async function timeOf({ createAdmissionPlugins, admissionChain, podWith }, stage) {
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
    const took = await cpuTime(async () => {
      for (const request of requests) {
        await chain.mutate(request, trace)
        await chain.validate(request, trace)
      }
    })
    times.push(took / BATCH)
  }
  return times.sort((a, b) => a - b)[BATCHES / 2]
}

/** Times of the cases: { name, milliseconds, limit }. */
export async function measure() {
  const found = await importBundled('tools/bench/admission-parts.ts')
  const cases = [
    ['admission of a pod of three containers', stageOf(found, false, 0)],
    ['admission with a limit range and an enforced level', stageOf(found, true, 0)],
    ['admission with 1,000 pods beside it', stageOf(found, true, 1000)],
  ]
  const results = []
  for (const [name, stage] of cases) results.push({ name, limit: LIMIT_MS, milliseconds: await timeOf(found, stage) })
  for (const [resource, about] of [
    ['pods', 'on a new pod'],
    ['services', 'for other resources on a new pod'],
  ]) {
    const name = `${POLICIES} validating policies ${about}`
    results.push({ name, limit: POLICIES_LIMIT_MS, milliseconds: await timeOfPolicies(found, resource) })
  }
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await measure()
  for (const { name, limit, milliseconds } of results)
    console.log(`${milliseconds.toFixed(3).padStart(8)} ms  (limit ${limit})  ${name}`)
  process.exit(results.some(({ milliseconds, limit }) => milliseconds > limit) ? 1 : 0)
}
