import { describe, expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { filled, refusals, updateRefusals } from '../../../../testing/kinds'
import { validatingWebhookConfiguration } from './validating-webhook-configuration'

const webhook = (given: object = {}) => ({
  webhooks: [
    {
      name: 'a.example.com',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      clientConfig: { url: 'https://a.b/c' },
      ...given,
    },
  ],
})
const firstHook = (draft: ApiObject): object => (draft['webhooks'] as object[])[0] ?? {}
const rule = (given: object) =>
  webhook({ rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], ...given }] })

test.each<[string, object, string[]]>([
  ['a webhook', webhook(), []],
  ['a short name', webhook({ name: 'a.b' }), ['Invalid webhooks[0].name']],
  [
    'effects of all sorts',
    webhook({ sideEffects: 'Some', timeoutSeconds: 31 }),
    ['Invalid webhooks[0].timeoutSeconds', 'NotSupported webhooks[0].sideEffects'],
  ],
  ['no known review', webhook({ admissionReviewVersions: ['v9'] }), ['Invalid webhooks[0].admissionReviewVersions']],
  ['resources beside all', rule({ resources: ['*/*', 'pods'] }), ['Invalid webhooks[0].rules[0].resources']],
  ['all resources, said last', rule({ resources: ['pods', '*'] }), []],
  ['all resources, said first', rule({ resources: ['*', 'pods'] }), ['Invalid webhooks[0].rules[0].resources']],
  [
    'choices that are left empty',
    webhook({ sideEffects: '', failurePolicy: '', matchPolicy: '' }),
    [
      'NotSupported webhooks[0].failurePolicy',
      'NotSupported webhooks[0].matchPolicy',
      'NotSupported webhooks[0].sideEffects',
    ],
  ],
  [
    'a resource twice over',
    rule({ resources: ['pods/*', 'pods/status'] }),
    ['Invalid webhooks[0].rules[0].resources[1]'],
  ],
  [
    'operations of no kind',
    rule({ operations: ['GET'], scope: 'Near' }),
    ['NotSupported webhooks[0].rules[0].operations[0]', 'NotSupported webhooks[0].rules[0].scope'],
  ],
  ['nobody to call', webhook({ clientConfig: {} }), ['Required webhooks[0].clientConfig']],
])('%s', (_, body, expected) => expect(refusals(validatingWebhookConfiguration, body)).toEqual(expected))

test.each([
  ['https://a.b/c', []],
  ['https://a.b:8443', []],
  ['http://a.b', ['Invalid']],
  ['https:///x', ['Invalid']],
  ['https://u:p@a.b', ['Invalid']],
  ['https://a.b?c', ['Invalid']],
  ['https://a.b#c', ['Invalid']],
  ['a.b/c', ['Invalid']],
  ['https://a.b:x', ['Required']],
  ['https://a.b/c d', []],
  ['https://a.b/{x}/a^b/"a"/<a>/\\x', []],
  ['https://[::1', ['Required']],
  ['https://ex%41mple.com/', ['Required']],
  ['https:\\\\a.b\\x', ['Invalid']],
])('a webhook at %s', (url, reasons) =>
  expect(refusals(validatingWebhookConfiguration, webhook({ clientConfig: { url } }))).toEqual(
    reasons.map((reason) => `${reason} webhooks[0].clientConfig.url`),
  ),
)

describe('changes', () => {
  test.each<[string, object, (draft: ApiObject) => unknown, string[]]>([
    [
      'of a webhook whose effects were never told',
      webhook({ sideEffects: 'Unknown' }),
      (draft) => Object.assign(firstHook(draft), { timeoutSeconds: 3 }),
      [],
    ],
    [
      'to a webhook with effects',
      webhook(),
      (draft) => Object.assign(firstHook(draft), { sideEffects: 'Some' }),
      ['NotSupported webhooks[0].sideEffects'],
    ],
    [
      'of a webhook whose reviews nobody knows',
      webhook({ admissionReviewVersions: ['v9'] }),
      (draft) => Object.assign(firstHook(draft), { timeoutSeconds: 99 }),
      ['Invalid webhooks[0].timeoutSeconds'],
    ],
  ])('%s', (_, body, change, expected) => {
    const kind = validatingWebhookConfiguration
    expect(updateRefusals(kind, filled(kind, body), change)).toEqual(expected)
  })

  test('only webhooks count in the generation of their registration', () => {
    const old = filled(validatingWebhookConfiguration, webhook())
    const grows = validatingWebhookConfiguration.generation as (object: ApiObject, old: ApiObject) => boolean
    expect(grows({ ...old, metadata: { name: 'a', labels: { a: 'b' } } }, old)).toBe(false)
    expect(grows({ ...old, webhooks: [] }, old)).toBe(true)
  })
})

test('a webhook is completed with defaults', () => {
  const completed = { failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 10 }
  expect(filled(validatingWebhookConfiguration, webhook())).toMatchObject({
    webhooks: [{ ...completed, namespaceSelector: {}, objectSelector: {} }],
  })
})
