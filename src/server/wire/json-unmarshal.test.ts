import { expect, test } from 'vitest'
import { schemaOf } from '../../api/types'
import { unmarshalProblem } from './json-unmarshal'

// As servers of 1.23 and later say it (the JSON package of their decoder).
test.each<[type: string, value: unknown, problem: string | undefined]>([
  [
    'apps.v1.Deployment',
    { spec: { replicas: '3' } },
    'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
  ],
  [
    'apps.v1.Deployment',
    { spec: { replicas: 3_000_000_000 } },
    'json: cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32',
  ],
  [
    'core.v1.Pod',
    { spec: { containers: [{ env: [{ value: 1 }] }] } },
    'json: cannot unmarshal number into Go struct field EnvVar.spec.containers.env.value of type string',
  ],
  [
    'core.v1.Pod',
    { spec: { containers: {} } },
    'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
  ],
  [
    'core.v1.ConfigMap',
    { metadata: 'x' },
    'json: cannot unmarshal string into Go struct field ConfigMap.metadata of type v1.ObjectMeta',
  ],
  [
    'core.v1.ConfigMap',
    { metadata: { labels: { a: 1 } } },
    'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
  ],
  [
    'core.v1.Service',
    { spec: { ports: [{ targetPort: true }] } },
    'json: cannot unmarshal bool into Go struct field ServicePort.spec.ports.targetPort of type int32',
  ],
  ['core.v1.ConfigMap', { binaryData: { a: '!' } }, 'illegal base64 data at input byte 0'],
  ['core.v1.ConfigMap', { data: { a: 'b' }, metadata: null }, undefined],
])('%s: %j', (type, value, problem) => {
  const schema = schemaOf(type)
  expect(schema && unmarshalProblem(value, schema)).toBe(problem)
})
