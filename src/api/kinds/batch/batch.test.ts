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

test('cells of a job tell how far it is', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  const cells = (given: object, status: object) => job.cells?.({ metadata: {}, spec: given, status }, now).slice(0, 2)
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

test('a job without labels takes over what was made for its pods at last', () => {
  const object = filled(job, of())
  expect(object.metadata.labels).toBeUndefined()
  job.beginCreate?.(object, kindContext())
  expect(object.metadata.labels).toEqual({ 'controller-uid': 'u', 'job-name': 'a' })
})
