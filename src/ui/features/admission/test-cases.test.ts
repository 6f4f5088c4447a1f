import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../machinery/json'
import { checkWebhooks } from '../../../outside/admission-webhooks'
import { createNodeSandbox } from '../../../outside/sandbox/node'
import { startCluster } from '../../../testing/cluster'
import { parseDocuments } from '../../components/editor/documents'
import { EXAMPLES, exampleUrl, registrationOf } from './webhook-examples'
import { difference, expectationOf, type TestOutcome, outcomeOf, runCase } from './test-cases'

const sandbox = createNodeSandbox()
const REVIEW: JsonObject = { kind: 'AdmissionReview', apiVersion: 'v1', request: { uid: 'u', object: { a: 1 } } }
const outcome = (more: Partial<TestOutcome> = {}): TestOutcome => ({
  allowed: true,
  message: '',
  warnings: [],
  ...more,
})

describe('what a webhook returned', () => {
  it.each([
    [{ allowed: true }, outcome()],
    [{ allowed: true, warnings: ['w'] }, outcome({ warnings: ['w'] })],
    [{ allowed: false, status: { message: 'no' } }, outcome({ allowed: false, message: 'no' })],
    [{ allowed: true, patch: [{ op: 'add', path: '/b', value: 2 }] }, outcome({ object: { a: 1, b: 2 } })],
    [{ allowed: true, patch: [{ op: 'add', path: '/a', value: 1 }] }, outcome()],
  ])('%j', (returned, expected) => {
    expect(outcomeOf(REVIEW, returned)).toEqual(expected)
  })

  it.each([
    [{}, 'allowed: true or false'],
    [{ allowed: true, patch: [{ op: 'remove', path: '/none' }] }, 'none'],
    [{ kind: 'AdmissionReview' }, 'no response'],
  ])('refuses %j', (returned, message) => {
    expect(() => outcomeOf(REVIEW, returned)).toThrow(message)
  })

  it.each<[Partial<TestOutcome>, Partial<TestOutcome>, string | undefined]>([
    [{}, {}, undefined],
    [{}, { allowed: false, message: 'no' }, 'it was refused, and should not be: no'],
    [{ allowed: false }, {}, 'it was allowed, and should not be'],
    [{ allowed: false, message: 'gone' }, { allowed: false, message: 'it is gone now' }, undefined],
    [{ allowed: false, message: 'gone' }, { allowed: false, message: 'other' }, 'it said “other” instead of “gone”'],
    [{ object: { a: 1 } }, { object: { a: 1 } }, undefined],
    [{ object: { a: 1 } }, { object: { a: 2 } }, 'it changed the object in another way'],
    [{ object: { a: 1 } }, {}, 'it did not change the object'],
    [{}, { object: { a: 1 } }, 'it changed the object, and should not'],
  ])('expecting %j, for %j', (expected, got, why) => {
    expect(difference(expectationOf(outcome(expected)), outcome(got))).toBe(why)
  })
})

describe('the examples', () => {
  it.each(
    EXAMPLES.flatMap((example) => example.tests.map((test) => [example.title, test.name, example, test] as const)),
  )('%s: %s', async (_title, _name, { source }, test) => {
    expect(await runCase(sandbox, source, test, 5_000)).toMatchObject({ passed: true })
  })

  it('fail their tests when their code is broken', async () => {
    for (const { tests } of EXAMPLES)
      for (const test of tests)
        expect(await runCase(sandbox, 'export default () => ({ allowed: "perhaps" })', test, 5_000)).toMatchObject({
          passed: false,
        })
  })

  it('have addresses that webhooks may have, and registrations and requests that a server takes', async () => {
    const backends = EXAMPLES.map(({ id, title, source }) => ({ id, title, source, url: exampleUrl(id) }))
    expect(checkWebhooks({ backends }).backends).toHaveLength(EXAMPLES.length)
    const cluster = await startCluster()
    const apply = async (text: string) => {
      for (const { object } of parseDocuments(text)) {
        if (!object) throw new Error('no object')
        const { apiVersion = '', kind = '', metadata } = object
        const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
        const resource =
          kind === 'Namespace' ||
          kind.endsWith('Configuration') ||
          kind === 'Service' ||
          kind === 'Pod' ||
          kind === 'ConfigMap'
            ? `${kind.toLowerCase()}s`
            : ''
        const at = { group: group ?? '', version: version ?? '', resource, namespace: metadata.namespace }
        await cluster.admin.create(at, object, { query: { dryRun: 'All' } })
      }
    }
    try {
      await cluster.admin.create(
        { group: '', version: 'v1', resource: 'namespaces' },
        { metadata: { name: 'callbacks' } },
      )
      await cluster.admin.create(
        { group: '', version: 'v1', resource: 'namespaces' },
        { metadata: { name: 'production' } },
      )
      for (const example of EXAMPLES) {
        await apply(registrationOf(example).replace(/^[^]*?---\n/, ''))
        if (example.request.includes('ConfigMap')) await apply(example.request)
      }
    } finally {
      await cluster.stop()
    }
  })
})
