import { expect, test } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { inTypeOrder, isTyped, typedForm } from './typed'

const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { template: { spec: { containers: [{ image: 'b', name: 'a' }] } }, replicas: 1 },
} as unknown as ApiObject

test('a typed object shows members that are never omitted', () => {
  const form = typedForm(DEPLOYMENT)
  expect(form).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { creationTimestamp: null, name: 'web' },
    spec: {
      strategy: {},
      replicas: 1,
      template: {
        metadata: { creationTimestamp: null },
        spec: { containers: [{ resources: {}, image: 'b', name: 'a' }] },
      },
    },
    status: {},
  })
  expect(isTyped(form)).toBe(true)
  expect(isTyped(DEPLOYMENT)).toBe(false)
})

test('its JSON has the order of the types, and maps are sorted', () => {
  const object = { spec: { strategy: {}, replicas: 1 }, metadata: { labels: { b: '1', a: '2' }, name: 'x' }, kind: 'D' }
  expect(JSON.stringify(inTypeOrder(object))).toBe(
    '{"kind":"D","metadata":{"name":"x","labels":{"a":"2","b":"1"}},"spec":{"replicas":1,"strategy":{}}}',
  )
})

test.each(['PodTemplate', 'ConfigMap'])('a %s has neither spec nor status', (kind) => {
  const object = { apiVersion: 'v1', kind, metadata: { name: 'a' } } as ApiObject
  expect(typedForm(object)).toBe(object)
})
