import { expect, test } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../testing/kinds'
import type { KindBehaviour } from '../../kind'
import { cronJob } from './cron-job/cron-job'
import { job } from './job/job'

const template = (spec: object = {}) => ({
  spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }], ...spec },
})
const of = (spec: object = {}) => ({ spec: { template: template(), ...spec } })
const cron = (spec: object = {}) => ({
  spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template() } }, ...spec },
})
const spec = (object: ApiObject) => object['spec'] as Record<string, unknown>

test.each<[string, KindBehaviour, object, string[]]>([
  ['a job', job, of(), []],
  [
    'a job that never ends',
    job,
    of({ template: template({ restartPolicy: 'Always' }) }),
    ['Required spec.template.spec.restartPolicy'],
  ],
  [
    'a job that ends somehow',
    job,
    of({ template: template({ restartPolicy: 'Somehow' }) }),
    ['NotSupported spec.template.spec.restartPolicy'],
  ],
  ['indexes of nothing', job, of({ completionMode: 'Indexed', parallelism: 2 }), ['Required spec.completions']],
  ['an unknown mode', job, of({ completionMode: 'Some' }), ['NotSupported spec.completionMode']],
  [
    'a selector of its own',
    job,
    of({ manualSelector: true, selector: { matchLabels: { a: 'b' } } }),
    ['Invalid spec.template.metadata.labels'],
  ],
  [
    'another job’s label',
    job,
    of({ template: { metadata: { labels: { 'controller-uid': 'x' } }, ...template() } }),
    ['Invalid spec.template.metadata.labels', 'Invalid spec.template.metadata.labels[controller-uid]'],
  ],
  [
    'a rule of nothing',
    job,
    of({ podFailurePolicy: { rules: [{ action: 'Count' }] } }),
    ['Invalid spec.podFailurePolicy.rules[0]'],
  ],
  [
    'a success that counts as failure',
    job,
    of({ podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [0] } }] } }),
    ['Invalid spec.podFailurePolicy.rules[0].onExitCodes.values[0]'],
  ],
  ['a name that is no label', job, { ...of(), metadata: { name: 'a'.repeat(64) } }, ['Invalid spec.template.labels']],
  ['a schedule', cronJob, cron(), []],
  [
    'a selector in a schedule',
    cronJob,
    cron({ jobTemplate: { spec: { template: template(), selector: {}, manualSelector: true } } }),
    ['Invalid spec.jobTemplate.spec.selector', 'NotSupported spec.jobTemplate.spec.manualSelector'],
  ],
  ['no schedule', cronJob, cron({ schedule: '' }), ['Required spec.schedule']],
  ['no time', cronJob, cron({ schedule: '61 * * * *' }), ['Invalid spec.schedule']],
  ['a zone of nowhere', cronJob, cron({ timeZone: 'Mars/Olympus' }), ['Invalid spec.timeZone']],
  ['two zones', cronJob, cron({ timeZone: 'Etc/UTC', schedule: 'TZ=UTC * * * * *' }), ['Invalid spec.schedule']],
  ['an unknown policy', cronJob, cron({ concurrencyPolicy: 'Queue' }), ['NotSupported spec.concurrencyPolicy']],
  ['too long a name', cronJob, { metadata: { name: 'a'.repeat(53) }, ...cron() }, ['Invalid metadata.name']],
  [
    'jobs that never end',
    cronJob,
    cron({ jobTemplate: { spec: { template: template({ restartPolicy: 'Always' }) } } }),
    ['Required spec.jobTemplate.spec.template.spec.restartPolicy'],
  ],
])('%s', (_, kind, body, expected) => expect(refusals(kind, body)).toEqual(expected))

test('a job makes its selector and labels from its uid and name', () => {
  const labels = { 'controller-uid': 'u', 'job-name': 'a' }
  expect(filled(job, of())).toMatchObject({
    spec: {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      selector: { matchLabels: { 'controller-uid': 'u' } },
      template: { metadata: { labels } },
    },
  })
  expect(spec(filled(job, of({ parallelism: 2 })))).not.toHaveProperty('completions')
})

test.each<[string, object, (draft: ApiObject) => void, string[]]>([
  ['a deadline', {}, (draft) => (spec(draft)['activeDeadlineSeconds'] = 5), []],
  ['the number', { completions: 2 }, (draft) => (spec(draft)['completions'] = 3), ['Invalid spec.completions']],
  [
    'the template',
    {},
    (draft) => Object.assign(spec(draft)['template'] as object, { spec: { ...template().spec, hostname: 'x' } }),
    ['Invalid spec.template'],
  ],
  [
    'where it runs',
    {},
    (draft) => Object.assign((spec(draft)['template'] as { spec: object }).spec, { nodeSelector: { a: 'b' } }),
    ['Invalid spec.template'],
  ],
  [
    'where it runs, suspended',
    { suspend: true },
    (draft) => Object.assign((spec(draft)['template'] as { spec: object }).spec, { nodeSelector: { a: 'b' } }),
    [],
  ],
])('a change of %s', (_, given, change, expected) =>
  expect(updateRefusals(job, filled(job, of(given)), change, kindContext())).toEqual(expected),
)

const STARTED = { startTime: '2024-01-01T00:00:00Z' }
const AT_REST = { ...STARTED, conditions: [{ type: 'Suspended', status: 'True' }] }
const podOf = (draft: ApiObject) => (spec(draft)['template'] as ReturnType<typeof template>).spec
const move = (draft: ApiObject) => void Object.assign(podOf(draft), { nodeSelector: { a: 'b' } })
const resize = (draft: ApiObject) =>
  void Object.assign(podOf(draft).containers[0] ?? {}, { resources: { limits: { cpu: '1' } } })
const REFUSED = ['Invalid spec.template']

test.each<[string, number, boolean, object, (draft: ApiObject) => void, string[]]>([
  ['where it runs, never started', 34, true, {}, move, []],
  ['where it runs, suspended after its start', 34, true, AT_REST, move, REFUSED],
  ['where it runs, suspended after its start', 36, true, AT_REST, move, []],
  ['where it runs, while pods still run', 36, true, { ...AT_REST, active: 1 }, move, REFUSED],
  ['where it runs, not yet suspended', 36, true, STARTED, move, REFUSED],
  ['where it runs, not suspended', 36, false, {}, move, REFUSED],
  ['its resources, never started', 35, true, {}, resize, REFUSED],
  ['its resources, never started', 36, true, {}, resize, []],
  ['its resources, suspended after its start', 36, true, AT_REST, resize, []],
  ['its resources, while pods still run', 36, true, { ...AT_REST, active: 1 }, resize, REFUSED],
  ['its resources, not suspended', 36, false, {}, resize, REFUSED],
])('a change of %s, at 1.%i', (_, release, suspend, status, change, expected) => {
  const context = kindContext({ release })
  const before = { ...filled(job, of({ suspend }), context), status }
  expect(updateRefusals(job, before, change, context)).toEqual(expected)
})

test.each([
  [{}, 'Running'],
  [{ conditions: [{ type: 'Suspended', status: 'True' }] }, 'Suspended'],
  [{ conditions: [{ type: 'FailureTarget', status: 'True' }] }, 'FailureTarget'],
  [
    {
      conditions: [
        { type: 'Suspended', status: 'False' },
        { type: 'Failed', status: 'True' },
      ],
    },
    'Failed',
  ],
])('cells of a job with the status %j say %s', (status, text) =>
  expect(job.cells?.({ metadata: {}, spec: {}, status }, 0)[0]).toBe(text),
)

test('the table shows the progress of a job', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  const cells = (given: object, status: object) => job.cells?.({ metadata: {}, spec: given, status }, now).slice(1, 3)
  expect(cells({ completions: 3 }, { succeeded: 1, startTime: '2029-12-31T23:59:00Z' })).toEqual(['1/3', '60s'])
  expect(cells({ parallelism: 4 }, {})).toEqual(['0/1 of 4', ''])
  expect(
    cells(
      { parallelism: 1 },
      { succeeded: 1, startTime: '2029-12-31T23:00:00Z', completionTime: '2029-12-31T23:00:05Z' },
    ),
  ).toEqual(['1/1', '5s'])
})

test.each<[string, object, object]>([
  ['its own labels', { metadata: { labels: { c: 'd' } } }, { c: 'd' }],
  ['equal labels of its own', { metadata: { labels: { a: 'b' } } }, { a: 'b' }],
  ['the labels of its template', {}, { a: 'b' }],
])('a job has %s', (_, more, labels) => {
  const body = { ...more, spec: { template: { metadata: { labels: { a: 'b' } }, ...template() } } }
  expect(filled(job, body).metadata.labels).toEqual(labels)
})

test('a job without labels gets the labels generated for its pods', () => {
  const object = filled(job, of())
  expect(object.metadata.labels).toBeUndefined()
  job.beginCreate?.(object, kindContext())
  expect(object.metadata.labels).toEqual({ 'controller-uid': 'u', 'job-name': 'a' })
})

const indexed = (more: object = {}) => of({ completionMode: 'Indexed', completions: 4, ...more })
const failing = (...rules: object[]) => of({ podFailurePolicy: { rules } })
const exits = (onExitCodes: object) => failing({ action: 'FailJob', onExitCodes: { operator: 'In', ...onExitCodes } })

test.each<[string, object, string[]]>([
  ['retries of each index', indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 2 }), []],
  [
    'retries of indexes without any',
    of({ backoffLimitPerIndex: 1 }),
    ['spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode'],
  ],
  [
    'failed indexes without retries',
    indexed({ maxFailedIndexes: 1 }),
    ['spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified'],
  ],
  [
    'more failed indexes than there are',
    indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 5 }),
    ['spec.maxFailedIndexes: Invalid value: 5: must be less than or equal to completions'],
  ],
  [
    'very many indexes',
    indexed({ completions: 100_001, parallelism: 10_001, backoffLimitPerIndex: 1 }),
    [
      'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
      'spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
    ],
  ],
  ['another manager', of({ managedBy: 'example.com/manager' }), []],
  [
    'a manager without a domain',
    of({ managedBy: 'manager' }),
    ['spec.managedBy: Invalid value: "manager": must be a domain-prefixed path (such as "acme.io/foo")'],
  ],
  [
    'success by rules without indexes',
    of({ successPolicy: { rules: [{ succeededCount: 1 }] } }),
    [
      'spec.successPolicy: Invalid value: batch.SuccessPolicy{"rules":[{"succeededCount":1}]}: requires indexed completion mode',
    ],
  ],
  [
    'success by no rule',
    indexed({ successPolicy: {} }),
    [
      'spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified',
    ],
  ],
  [
    'success of nothing in particular',
    indexed({ successPolicy: { rules: [{}] } }),
    [
      'spec.successPolicy.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be specified',
    ],
  ],
  [
    'success of indexes that are not there',
    indexed({ successPolicy: { rules: [{ succeededIndexes: '2-9' }] } }),
    [
      'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "2-9": error parsing succeededIndexes: too large index: "9"',
    ],
  ],
  [
    'more successes than indexes',
    indexed({ successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 3 }] } }),
    [
      'spec.successPolicy.rules[0].succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)',
    ],
  ],
  [
    'pods replaced at will',
    of({ podReplacementPolicy: 'Always' }),
    ['spec.podReplacementPolicy: Unsupported value: "Always": supported values: "Failed", "TerminatingOrFailed"'],
  ],
  [
    'pods replaced early, with a failure policy',
    of({ podReplacementPolicy: 'TerminatingOrFailed', podFailurePolicy: { rules: [] } }),
    ['spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"'],
  ],
  [
    'a failed index without retries of indexes',
    failing({ action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } }),
    ['spec.podFailurePolicy.rules[0].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set'],
  ],
  [
    'exit codes without order',
    exits({ values: [3, 2] }),
    ['spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []int32{3, 2}: must be ordered'],
  ],
  [
    'exit codes of an unknown container',
    exits({ values: [1], containerName: 'd' }),
    [
      'spec.podFailurePolicy.rules[0].onExitCodes.containerName: Invalid value: "d": must be one of the container or initContainer names in the pod template',
    ],
  ],
  [
    'a rule of nothing',
    failing({ action: 'Count' }),
    ['spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required'],
  ],
])('a job with %s, at the newest release', (_, body, expected) => {
  const context = kindContext({ release: 35 })
  const errors = job.validate?.(filled(job, body, context), context) ?? []
  expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected)
})

test('a job of the newest release says how often it tries again and what its pods are found by', () => {
  const context = kindContext({ release: 35 })
  expect(filled(job, of(), context)).toMatchObject({
    spec: {
      backoffLimit: 6,
      podReplacementPolicy: 'TerminatingOrFailed',
      selector: { matchLabels: { 'batch.orch.io/controller-uid': 'u' } },
      template: {
        metadata: {
          labels: {
            'batch.orch.io/controller-uid': 'u',
            'batch.orch.io/job-name': 'a',
            'controller-uid': 'u',
            'job-name': 'a',
          },
        },
      },
    },
  })
  expect(spec(filled(job, indexed({ backoffLimitPerIndex: 0 }), context))).toMatchObject({ backoffLimit: 2147483647 })
})

test('a job of an earlier release can still be changed', () => {
  const old = filled(job, of(), kindContext({ release: 25 }))
  const change = (draft: ApiObject) => (spec(draft)['activeDeadlineSeconds'] = 5)
  expect(updateRefusals(job, old, change, kindContext({ release: 35 }))).toEqual([])
})

test.each(['backoffLimitPerIndex', 'managedBy', 'successPolicy', 'podFailurePolicy'])(
  'a job keeps its %s',
  (member) => {
    const given = {
      backoffLimitPerIndex: 1,
      managedBy: 'a.b/c',
      successPolicy: { rules: [{ succeededCount: 1 }] },
      podFailurePolicy: { rules: [] },
    }
    const context = kindContext({ release: 35 })
    const remove = (draft: ApiObject) => delete spec(draft)[member]
    expect(updateRefusals(job, filled(job, indexed(given), context), remove, context)).toContain(
      `Invalid spec.${member}`,
    )
  },
)

const ENDED = [
  { type: 'SuccessCriteriaMet', status: 'True' },
  { type: 'Complete', status: 'True' },
]
const TIMES = { startTime: '2030-01-01T00:00:00Z', completionTime: '2030-01-01T00:00:05Z' }
test.each<[string, object, object, string[]]>([
  ['counts', {}, { active: 2, ready: 1 }, []],
  ['an end', { startTime: TIMES.startTime }, { ...TIMES, conditions: ENDED }, []],
  [
    'an end out of the blue',
    {},
    { ...TIMES, conditions: [ENDED[1]] },
    [
      'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    ],
  ],
  [
    'an end at no time',
    {},
    { conditions: ENDED },
    [
      'status.startTime: Required value: startTime is required for finished job',
      'status.completionTime: Required value: completionTime is required for Complete jobs',
    ],
  ],
  [
    'an end with pods',
    {},
    { ...TIMES, active: 1, conditions: ENDED },
    ['status.active: Invalid value: 1: active>0 is invalid for finished job'],
  ],
  [
    'no end any more',
    { ...TIMES, conditions: ENDED },
    { startTime: TIMES.startTime },
    [
      'status.conditions: Invalid value: cannot disable the terminal Complete=True condition',
      'status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition',
    ],
  ],
  [
    'more ready pods than active ones',
    {},
    { ready: 1 },
    ['status.ready: Invalid value: 1: cannot set more ready pods than active'],
  ],
  [
    'fewer failures',
    { failed: 2 },
    { failed: 1 },
    ['status.failed: Invalid value: 1: cannot decrease the failed counter'],
  ],
  [
    'failed indexes of no limit',
    {},
    { failedIndexes: '1' },
    ['status.failedIndexes: Invalid value: "1": cannot set non-null failedIndexes when backoffLimitPerIndex is null'],
  ],
])('the status of a job may say: %s', (_, before, after, expected) => {
  const context = kindContext({ release: 35 })
  const object = filled(job, indexed(), context)
  const part = job.subresources?.['status']
  const errors = part?.validateUpdate?.({ ...object, status: after }, { ...object, status: before }, context) ?? []
  expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected)
})
