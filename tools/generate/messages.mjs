// Writes src/api/generated/messages.ts: the messages of the binary form in the notation of src/api/binary/messages.ts.
// One message a line, `name|field|field…`, a field `number name:type[!][>]`: `!` is written even when it is zero, `>` is a
// message whose fields belong to the JSON object around it. Types: s string, b bool, i int32, I int64, d double, y bytes,
// @message, [type a list, {type a map from strings.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SCALARS = { string: 's', bool: 'b', int32: 'i', int64: 'I', double: 'd', bytes: 'y' }
const PREFIX = 'io.orch.api.'
/** Messages that are never sent or received in binary here. */
const UNUSED = /^(lifecycle|imagepolicy|apidiscovery|admission)\./

const META = 'io.orch.api.machinery.apis.meta.v1'
const USAGE = 'map<string,io.orch.api.machinery.api.resource.Quantity>'
const usageMetrics = (last) => [
  [1, 'metadata', `${META}.ObjectMeta`, 'always'],
  [2, 'timestamp', `${META}.Time`, 'always'],
  [3, 'window', `${META}.Duration`, 'always'],
  [4, ...last],
]
const listOf = (item) => [
  [1, 'metadata', `${META}.ListMeta`, 'always'],
  [2, 'items', `io.orch.api.${item}[]`],
]

/** Facts that the table lacks: fields of older releases, and an embedded message that it does not mark. */
const ADDITIONS = {
  'core.v1.EphemeralContainer': [
    [1, 'ephemeralContainerCommon', 'io.orch.api.core.v1.EphemeralContainerCommon', 'inline always'],
  ],
  'core.v1.PersistentVolumeClaimStatus': [[6, 'resizeStatus', 'string']],
  'core.v1.PodResourceClaim': [[2, 'source', 'io.orch.api.core.v1.ClaimSource']],
  'core.v1.VolumeResourceRequirements': [[3, 'claims', 'io.orch.api.core.v1.ResourceClaim[]']],
  'flowcontrol.v1alpha1.LimitedPriorityLevelConfiguration': [
    [3, 'lendablePercent', 'int32'],
    [4, 'borrowingLimitPercent', 'int32'],
  ],
  'core.v1.ClaimSource': [
    [1, 'resourceClaimName', 'string'],
    [2, 'resourceClaimTemplateName', 'string'],
  ],
  'networking.v1.NetworkPolicy': [[3, 'status', 'io.orch.api.networking.v1.NetworkPolicyStatus', 'always']],
  'extensions.v1beta1.NetworkPolicy': [[3, 'status', 'io.orch.api.networking.v1.NetworkPolicyStatus', 'always']],
  'networking.v1.NetworkPolicyStatus': [[1, 'conditions', 'io.orch.api.machinery.apis.meta.v1.Condition[]']],
  // Served by a separate server next to the API server; no package has their types.
  'metrics.v1beta1.NodeMetrics': usageMetrics(['usage', USAGE]),
  'metrics.v1beta1.NodeMetricsList': listOf('metrics.v1beta1.NodeMetrics'),
  'metrics.v1beta1.PodMetrics': usageMetrics(['containers', 'io.orch.api.metrics.v1beta1.ContainerMetrics[]']),
  'metrics.v1beta1.PodMetricsList': listOf('metrics.v1beta1.PodMetrics'),
  'metrics.v1beta1.ContainerMetrics': [
    [1, 'name', 'string', 'always'],
    [2, 'usage', USAGE],
  ],
  'batch.v2alpha1.CronJobSpec': [[8, 'timeZone', 'string']],
  'batch.v2alpha1.CronJobStatus': [[5, 'lastSuccessfulTime', 'io.orch.api.machinery.apis.meta.v1.Time']],
}

/** Writes the table of messages of the binary form. */
export function writeMessages(dataFolder, target, notice, later) {
  const table = JSON.parse(readFileSync(join(dataFolder, 'binary-messages.json'), 'utf8'))
  const messages = new Map(Object.entries(table).map(([name, fields]) => [short(name), fields]))
  for (const [name, fields] of [...Object.entries(later), ...Object.entries(ADDITIONS)]) {
    const numbers = new Set(fields.map(([number]) => number))
    messages.set(name, [...(messages.get(name) ?? []).filter(([number]) => !numbers.has(number)), ...fields])
  }
  const text = [...messages.keys()]
    .filter((name) => !UNUSED.test(name))
    .sort()
    .map((name) => [name, ...messages.get(name).map(encodeField)].join('|'))
    .join('\n')
  writeFileSync(join(target, 'messages.ts'), `${notice}export const messagesText = ${JSON.stringify(text)}\n`)
  return text
}

const short = (name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)

function encodeField([number, name, type, marks = '']) {
  return `${number}${name}:${encodeType(type)}${marks.includes('always') ? '!' : ''}${marks.includes('inline') ? '>' : ''}`
}

function encodeType(type) {
  if (type.endsWith('[]')) return `[${encodeType(type.slice(0, -2))}`
  const [, value] = /^map<string,(.+)>$/.exec(type) ?? []
  if (value) return `{${encodeType(value)}`
  return SCALARS[type] ?? `@${short(type)}`
}
