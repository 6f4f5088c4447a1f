import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { limitRanger } from './limit-ranger'

const range = (...limits: object[]) => ({ metadata: { name: 'l', namespace: 'ns' }, spec: { limits } })
const sized = (requests?: object, limits?: object) => ({
  containers: [{ name: 'c', resources: { ...(requests && { requests }), ...(limits && { limits }) } }],
})
const container = (more: object) => range({ type: 'Container', ...more })

test.each<[string, object, object, object]>([
  [
    'nothing given',
    { default: { cpu: '2' }, defaultRequest: { cpu: '1' } },
    sized(),
    { limits: { cpu: '2' }, requests: { cpu: '1' } },
  ],
  [
    'a request given',
    { default: { cpu: '2' }, defaultRequest: { cpu: '1' } },
    sized({ cpu: '500m' }),
    { limits: { cpu: '2' }, requests: { cpu: '500m' } },
  ],
  ['zero given', { defaultRequest: { cpu: '1' } }, sized({ cpu: '0' }), { requests: { cpu: '0' } }],
  [
    'another name given',
    { defaultRequest: { memory: '1Gi' } },
    sized({ cpu: '1' }),
    { requests: { cpu: '1', memory: '1Gi' } },
  ],
])('default requests and limits are set: %s', async (_, limit, spec, expected) => {
  const stage = new AdmissionStage().put('limitranges', container(limit))
  const object = await stage.pass(limitRanger(stage.environment), { of: 'pods', object: podWith(spec) })
  expect(object?.spec).toEqual({ containers: [{ name: 'c', resources: expected }] })
})

test('an annotation lists the defaults that were set', async () => {
  const stage = new AdmissionStage().put(
    'limitranges',
    container({ default: { cpu: '2' }, defaultRequest: { memory: '1Mi', cpu: '1' } }),
  )
  const spec = { ...sized({ cpu: '1' }), initContainers: [{ name: 'i' }] }
  const object = await stage.pass(limitRanger(stage.environment), { of: 'pods', object: podWith(spec) })
  expect(object?.metadata.annotations).toEqual({
    'orch.io/limit-ranger':
      'LimitRanger plugin set: memory request for container c; cpu limit for container c; ' +
      'cpu, memory request for init container i; cpu limit for init container i',
  })
})

test.each([
  ['default', undefined, { requests: { cpu: '100m' } }],
  ['default', range({ type: 'Pod', max: { memory: '1Ti' } }), {}],
  ['ns', undefined, {}],
])('the request of pods in the namespace %s with its own range %j', async (namespace, own, resources) => {
  const stage = new AdmissionStage()
  if (own) stage.put('limitranges', { ...own, metadata: { ...own.metadata, namespace } })
  const plugin = limitRanger(stage.environment)
  const request = stage.request({ of: 'pods', object: podWith(sized()), namespace })
  await plugin.admit?.(request, { reinvocation: false, requestReinvocation: () => undefined })
  expect(request.object?.spec).toEqual({ containers: [{ name: 'c', resources }] })
})

const two = (requests: object, limits: object) => ({
  containers: ['a', 'b'].map((name) => ({ name, resources: { requests, limits } })),
})
const rows: readonly (readonly [string, object, object, string])[] = [
  ['within', container({ min: { cpu: '1' }, max: { cpu: '2' } }), sized({ cpu: '1' }, { cpu: '2' }), ''],
  [
    'request below the minimum',
    container({ min: { cpu: '1' } }),
    sized({ cpu: '999m' }),
    'minimum cpu usage per Container is 1, but request is 999m',
  ],
  [
    'limit below the minimum',
    container({ min: { cpu: '1' } }),
    sized({ cpu: '1' }, { cpu: '10m' }),
    'minimum cpu usage per Container is 1, but limit is 10m',
  ],
  ['no request for a minimum', container({ min: { cpu: '1' } }), sized(), 'No request is specified'],
  [
    'limit above the maximum',
    container({ max: { memory: '1Gi' } }),
    sized({}, { memory: '1025Mi' }),
    'maximum memory usage per Container is 1Gi, but limit is 1025Mi',
  ],
  ['no limit for a maximum', container({ max: { memory: '1Gi' } }), sized({ memory: '1Mi' }), 'No limit is specified'],
  [
    'request above the maximum',
    container({ max: { cpu: '1' } }),
    sized({ cpu: '2' }, { cpu: '1' }),
    'but request is 2',
  ],
  ['ratio kept', container({ maxLimitRequestRatio: { cpu: '1.5' } }), sized({ cpu: '2' }, { cpu: '3' }), ''],
  [
    'ratio exceeded',
    container({ maxLimitRequestRatio: { cpu: '1.5' } }),
    sized({ cpu: '2' }, { cpu: '3001m' }),
    'but provided ratio is 1.5005',
  ],
  [
    'ratio of nothing',
    container({ maxLimitRequestRatio: { cpu: '2' } }),
    sized({ cpu: '0' }, { cpu: '1' }),
    'no request is specified or request is 0',
  ],
  [
    'ratio without a limit',
    container({ maxLimitRequestRatio: { cpu: '2' } }),
    sized({ cpu: '1' }),
    'no limit is specified or limit is 0',
  ],
  [
    'an init container',
    container({ max: { cpu: '1' } }),
    { ...sized({}, { cpu: '1' }), initContainers: [{ name: 'i', resources: { limits: { cpu: '2' } } }] },
    'but limit is 2',
  ],
  [
    'the sum of a pod',
    range({ type: 'Pod', max: { cpu: '1' } }),
    two({}, { cpu: '600m' }),
    'maximum cpu usage per Pod is 1, but limit is 1200m',
  ],
  [
    'the sum of a pod, in plain units',
    range({ type: 'Pod', max: { memory: '1Gi' } }),
    two({}, { memory: '1Gi' }),
    'maximum memory usage per Pod is 1Gi, but limit is 2147483648',
  ],
  ['the sum of a pod, within', range({ type: 'Pod', max: { cpu: '1' } }), two({}, { cpu: '500m' }), ''],
  [
    'an init container over the sum',
    range({ type: 'Pod', max: { cpu: '1' } }),
    { ...sized({}, { cpu: '1' }), initContainers: [{ name: 'i', resources: { limits: { cpu: '2' } } }] },
    'per Pod is 1, but limit is 2',
  ],
]
test.each(rows)('pods: %s', async (_, limits, spec, expected) => {
  const stage = new AdmissionStage().put('limitranges', limits)
  const verdict = await stage.verdict(limitRanger(stage.environment), { of: 'pods', object: podWith(spec) })
  if (expected) expect(verdict).toContain(expected)
  else expect(verdict).toBe('passed')
})

const claim = (storage: string, more: object = {}) => ({
  metadata: { name: 'c', namespace: 'ns', ...more },
  spec: { resources: { requests: { storage } } },
})
const STORAGE = range({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } })
test.each([
  ['1Gi', {}, 'passed'],
  ['5Gi', {}, 'passed'],
  ['1Mi', {}, '403'],
  ['6Gi', {}, '403'],
  ['6Gi', { deletionTimestamp: '2023-01-01T00:00:00Z' }, 'passed'],
])('a claim of %s %j', async (storage, more, expected) => {
  const stage = new AdmissionStage().put('limitranges', STORAGE)
  for (const oldObject of [undefined, claim('1Gi')]) {
    const verdict = await stage.verdict(limitRanger(stage.environment), {
      of: 'persistentvolumeclaims',
      object: claim(storage, more),
      ...(oldObject && { oldObject }),
    })
    expect(verdict.slice(0, expected.length)).toBe(expected)
  }
})

test('updates of pods are left alone', async () => {
  const stage = new AdmissionStage().put('limitranges', container({ min: { cpu: '1' }, default: { cpu: '1' } }))
  const object = podWith(sized())
  expect(await stage.pass(limitRanger(stage.environment), { of: 'pods', object, oldObject: object })).toEqual(object)
})

test.each([
  ['2', 'passed'],
  ['3', '403'],
])('a pod that is to get %s CPUs keeps to the limits', async (cpu, expected) => {
  const stage = new AdmissionStage(35).put('limitranges', container({ max: { cpu: '2' } }))
  const verdict = await stage.verdict(limitRanger(stage.environment), {
    of: 'pods/resize',
    object: podWith(sized({ cpu }, { cpu })),
    oldObject: podWith(sized({ cpu: '1' }, { cpu: '1' })),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
