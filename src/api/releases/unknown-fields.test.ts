import { expect, test } from 'vitest'
import { schemaOf } from '../types'
import { keepUnknownFields } from './unknown-fields'

const pod = schemaOf('core.v1.Pod', 15)
if (!pod) throw new Error('no Pod')

const spread = (key: string, more: object = {}) => ({ topologyKey: key, ...more })
const term = (key: string, more: object = {}) => ({
  affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [spread(key, more)] } },
})
const container = (name: string, more: object = {}) => ({ name, ...more })
const STARTUP = { startupProbe: { httpGet: { port: 80 } } }
const SELECTOR = { namespaceSelector: {} }

// [what, sent, stored, stored afterwards], all of them specs of a pod at 1.15
const CASES: [string, object, object, object][] = [
  ['a member is kept', { nodeName: 'a' }, { os: { name: 'linux' } }, { nodeName: 'a', os: { name: 'linux' } }],
  ['a member of a known name is not', { nodeName: 'a' }, { hostname: 'h' }, { nodeName: 'a' }],
  [
    'in items, which are found by their keys',
    { containers: [container('new'), container('b', { image: 'i' }), container('a')] },
    { containers: [container('a'), container('b', STARTUP)] },
    { containers: [container('new'), container('b', { image: 'i', ...STARTUP }), container('a')] },
  ],
  [
    'not of an item that is gone',
    { containers: [container('a')] },
    { containers: [container('b', STARTUP)] },
    { containers: [container('a')] },
  ],
  ['in items without keys, by what they say', term('zone'), term('zone', SELECTOR), term('zone', SELECTOR)],
  ['or by their place', term('host'), term('zone', SELECTOR), term('host', SELECTOR)],
]

test.each(CASES)('%s', (_what, sent, stored, after) => {
  const next = { spec: sent }
  const before = structuredClone({ next, stored })
  expect(keepUnknownFields(next, { spec: stored }, pod)).toEqual({ spec: after })
  expect({ next, stored }).toEqual(before)
})

test('what has nothing to keep is returned itself', () => {
  const next = { spec: { nodeName: 'a' } }
  expect(keepUnknownFields(next, { spec: { nodeName: 'b' } }, pod)).toBe(next)
  expect(keepUnknownFields(next, undefined, pod)).toBe(next)
})
