import { expect, test } from 'vitest'
import { schemaOf } from '../../api/types'
import { readAsOlder } from './json-iterator'

const pod = (spec: string) => `{"metadata":{"name":"p"},"spec":${spec}}`
const POD = 'core.v1.Pod'
const CONTAINERS = '"containers":[{"name":"a","image":"i"}]'

// Each error was given by a server of release 1.20.
test.each<[type: string, text: string, problem: string]>([
  [
    POD,
    pod(`{"priority":"1",${CONTAINERS}}`),
    String.raw`v1.Pod.Spec: v1.PodSpec.Priority: readUint32: unexpected character: ${'\uFFFD'}, error found in #10 byte of ...|riority":"1","contai|..., bigger context ...|{"metadata":{"name":"p"},"spec":{"priority":"1","containers":[{"name":"a","image":"i"}]}}|...`,
  ],
  [
    POD,
    pod('{"containers":[{"name":"a","image":"i","args":["x",1]}]}'),
    'v1.Pod.Spec: v1.PodSpec.Containers: []v1.Container: v1.Container.Args: []string: ReadString: expects " or n, but found 1, error found in #10 byte of ...|gs":["x",1]}]}}|..., bigger context ...|containers":[{"name":"a","image":"i","args":["x",1]}]}}|...',
  ],
  [
    POD,
    pod('{"containers":[{"name":1,"image":"i"}]}'),
    'v1.Pod.Spec: v1.PodSpec.Containers: []v1.Container: v1.Container.Image: Name: ReadString: expects " or n, but found 1, error found in #10 byte of ...|[{"name":1,"image":"|..., bigger context ...|data":{"name":"p"},"spec":{"containers":[{"name":1,"image":"i"}]}}|...',
  ],
  [
    POD,
    pod(`{"volumes":[{"name":"v","hostPath":{"path":1}}]}`),
    'v1.Pod.Spec: v1.PodSpec.Volumes: []v1.Volume: v1.Volume.VolumeSource: HostPath: v1.HostPathVolumeSource.Path: ReadString: expects " or n, but found 1, error found in #10 byte of ...|:{"path":1}}]}}|..., bigger context ...|spec":{"volumes":[{"name":"v","hostPath":{"path":1}}]}}|...',
  ],
  [
    POD,
    pod(`{"activeDeadlineSeconds":1.5,${CONTAINERS}}`),
    'v1.Pod.Spec: v1.PodSpec.ActiveDeadlineSeconds: assertInteger: can not decode float as int, error found in #10 byte of ...|Seconds":1.5,"contai|..., bigger context ...|ta":{"name":"p"},"spec":{"activeDeadlineSeconds":1.5,"containers":[{"name":"a","image":"i"}]}}|...',
  ],
  [
    'core.v1.ConfigMap',
    '{"metadata":{"labels":1}}',
    'v1.ConfigMap.ObjectMeta: v1.ObjectMeta.Labels: ReadMapCB: expect { or n, but found 1, error found in #10 byte of ...|"labels":1}}|..., bigger context ...|{"metadata":{"labels":1}}|...',
  ],
  [
    'core.v1.ConfigMap',
    '{"metadata":{"creationTimestamp":"x"}}',
    'v1.ConfigMap.ObjectMeta: v1.ObjectMeta.CreationTimestamp: unmarshalerDecoder: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006", error found in #10 byte of ...|stamp":"x"}}|..., bigger context ...|{"metadata":{"creationTimestamp":"x"}}|...',
  ],
  [
    'core.v1.ConfigMap',
    '{"binaryData":{"a":"YQ="}}',
    'v1.ConfigMap.BinaryData: decode base64: illegal base64 data at input byte 3, error found in #10 byte of ...|{"a":"YQ="}}|..., bigger context ...|{"binaryData":{"a":"YQ="}}|...',
  ],
  [
    'machinery.apis.meta.v1.DeleteOptions',
    '{"preconditions":{"uid":1}}',
    'v1.DeleteOptions.Preconditions: v1.Preconditions.UID: ReadString: expects " or n, but found 1, error found in #10 byte of ...|":{"uid":1}}|..., bigger context ...|{"preconditions":{"uid":1}}|...',
  ],
])('%s: %s', (type, text, problem) => {
  const schema = schemaOf(type, 20)
  expect(schema && readAsOlder(text, schema).problem).toBe(problem)
})

test.each([
  ['4294967296', 'overflow'],
  ['3000000000', 'ReadInt32: overflow: 3000000000'],
  ['5000000000', undefined],
])('an int32 of %s', (number, problem) => {
  const schema = schemaOf('apps.v1.ReplicaSet', 20)
  if (!schema) throw new Error('the type is missing')
  const read = readAsOlder(`{"spec":{"replicas":${number}}}`, schema)
  if (problem === undefined) expect(read).toEqual({ text: '{"spec":{"replicas":705032704}}' })
  else expect(read.problem).toContain(problem)
})
