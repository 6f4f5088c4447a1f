import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import type { PolicySpec } from './policy'
import { typeWarnings } from './type-check'

const rules = (group: string, version: string, ...resources: string[]): PolicySpec => ({
  matchConstraints: {
    resourceRules: [{ operations: ['*'], apiGroups: [group], apiVersions: [version], resources }],
  },
})
const expression = (text: string): PolicySpec => ({ validations: [{ expression: text }] })
const widgets: ApiObject = {
  metadata: { name: 'widgets.x.example.com' },
  spec: {
    group: 'x.example.com',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [
      {
        name: 'v1',
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
}

it.each<[string, PolicySpec, PolicySpec, string[]]>([
  ['a field that is there', rules('apps', 'v1', 'deployments'), expression('object.spec.replicas > 1'), []],
  [
    'a field that is not there',
    rules('apps', 'v1', 'deployments'),
    expression('object.replicas > 1'),
    [
      "spec.validations[0].expression: apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n | object.replicas > 1\n | ......^\n",
    ],
  ],
  [
    'a type that does not fit',
    rules('apps', 'v1', 'deployments'),
    expression("object.spec.replicas > '1'"),
    [
      "spec.validations[0].expression: apps/v1, Kind=Deployment: ERROR: <input>:1:22: found no matching overload for '_>_' applied to '(int, string)'",
    ],
  ],
  ['a star, which names no type', rules('*', 'v1', 'deployments'), expression('object.none'), []],
  ['a part of a resource', rules('apps', 'v1', 'deployments/scale'), expression('object.none == 1'), []],
  ['a custom type', rules('x.example.com', 'v1', 'widgets'), expression('object.spec.size > 1'), []],
  [
    'a custom type without the field',
    rules('x.example.com', 'v1', 'widgets'),
    expression('object.spec.weight > 1'),
    ["spec.validations[0].expression: x.example.com/v1, Kind=Widget: ERROR: <input>:1:12: undefined field 'weight'"],
  ],
  [
    'parameters',
    { ...rules('', 'v1', 'pods'), paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
    expression("params.dta['a'] == object.metadata.name"),
    ["spec.validations[0].expression: v1, Kind=Pod: ERROR: <input>:1:7: undefined field 'dta'"],
  ],
])('%s', (_, match, validations, expected) => {
  const found = typeWarnings({ ...match, ...validations }, 30, [widgets])
  expect(found).toHaveLength(expected.length)
  for (const [i, { fieldRef, warning }] of found.entries()) expect(`${fieldRef}: ${warning}`).toContain(expected[i])
})
