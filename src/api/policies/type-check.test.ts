import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import type { PolicySpec } from './policy'
import { typeWarnings } from './type-check'

const kinds = (group: string, version: string, ...resources: string[]) => [
  { operations: ['*'], apiGroups: [group], apiVersions: [version], resources },
]
const rules = (group: string, version: string, ...resources: string[]): PolicySpec => ({
  matchConstraints: { resourceRules: kinds(group, version, ...resources) },
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
    ["spec.validations[0].expression: /v1, Kind=Pod: ERROR: <input>:1:7: undefined field 'dta'"],
  ],
  [
    'several kinds, each once and in their order',
    {
      matchConstraints: {
        resourceRules: [...kinds('apps', 'v1', 'statefulsets', 'deployments'), ...kinds('apps', 'v1', 'deployments')],
      },
    },
    {
      validations: [
        { expression: 'true' },
        { expression: 'object.spec.paused', messageExpression: 'object.spec.serviceName' },
      ],
    },
    [
      "spec.validations[1].expression: apps/v1, Kind=StatefulSet: ERROR: <input>:1:12: undefined field 'paused'",
      "spec.validations[1].messageExpression: apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'serviceName'",
    ],
  ],
  [
    'kinds of which two have no such field',
    { matchConstraints: { resourceRules: kinds('apps', 'v1', 'statefulsets', 'deployments') } },
    expression('object.none'),
    [
      "spec.validations[0].expression: apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'none'\n | object.none\n | ......^\n\napps/v1, Kind=StatefulSet: ERROR: <input>:1:7: undefined field 'none'\n | object.none\n | ......^\n",
    ],
  ],
  [
    'a variable that holds an object, of which nothing is known',
    { ...rules('apps', 'v1', 'deployments'), variables: [{ name: 's', expression: 'object.spec' }] },
    expression('variables.s.none == 1'),
    [],
  ],
  [
    'a variable that holds a list of numbers',
    { ...rules('apps', 'v1', 'deployments'), variables: [{ name: 's', expression: '[object.spec.replicas]' }] },
    expression("variables.s[0] == ''"),
    [
      "spec.validations[0].expression: apps/v1, Kind=Deployment: ERROR: <input>:1:16: found no matching overload for '_==_'",
    ],
  ],
  [
    'a variable that does not fit, without errors where it is used',
    { ...rules('apps', 'v1', 'deployments'), variables: [{ name: 's', expression: 'object.none' }] },
    expression('variables.s == 1'),
    [],
  ],
])('%s', (_, match, validations, expected) => {
  const found = typeWarnings({ ...match, ...validations }, 30, [widgets])
  expect(found).toHaveLength(expected.length)
  for (const [i, { fieldRef, warning }] of found.entries()) expect(`${fieldRef}: ${warning}`).toContain(expected[i])
})
