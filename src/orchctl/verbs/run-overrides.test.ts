import { expect, test } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import type { MergeSchema } from '../../machinery/strategic-directives'
import { overridden } from './run-overrides'

const POD: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'x', creationTimestamp: null },
  spec: { containers: [{ name: 'x', image: 'i', resources: {} }] },
  status: {},
}
const byName: MergeSchema = {
  type: 'list',
  patchStrategy: ['merge'],
  patchMergeKey: 'name',
  element: { type: 'object' },
}
const SCHEMA: MergeSchema = {
  type: 'object',
  fields: new Map([['spec', { type: 'object', fields: new Map([['containers', byName]]) }]]),
}
const put = (text: string, way: string): Promise<JsonObject> =>
  overridden(POD, text, way, () => Promise.resolve(SCHEMA))

test.each([
  ['merge', '{"spec":{"nodeName":"n"}}', { nodeName: 'n', containers: [{ name: 'x', image: 'i', resources: {} }] }],
  ['merge', '{"spec":{"containers":[{"name":"x"}]}}', { containers: [{ name: 'x', resources: {} }] }],
  [
    'strategic',
    '{"spec":{"containers":[{"name":"x","tty":true}]}}',
    { containers: [{ name: 'x', image: 'i', tty: true, resources: {} }] },
  ],
  [
    'json',
    '[{"op":"add","path":"/spec/nodeName","value":"n"}]',
    { nodeName: 'n', containers: [{ name: 'x', image: 'i', resources: {} }] },
  ],
])('overrides are put in as %s: %s', async (way, text, spec) => {
  expect((await put(text, way)).spec).toEqual(spec)
})

test.each([
  ['merge', 'nope', 'Invalid JSON Patch'],
  ['merge', '[1]', /^couldn't get version\/kind; json parse error: json: cannot unmarshal array into Go value/],
  ['merge', '{"kind":"Job"}', 'no kind "Job" is registered for version "v1" in scheme "pkg/scheme/scheme.go:28"'],
  ['merge', '{"spec":1}', 'json: cannot unmarshal number into Go struct field Pod.spec of type v1.PodSpec'],
  ['json', '{}', 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
  [
    'json',
    '[{"op":"remove","path":"/spec/a"}]',
    "error in remove for path: '/spec/a': Unable to remove nonexistent key: a: missing value",
  ],
  ['other', '{}', 'invalid override type: other'],
])('overrides as %s are refused: %s', async (way, text, message) => {
  await expect(put(text, way)).rejects.toThrow(message)
})
