import { byText } from '../../machinery/by-text'
import type { ApiObject } from '../../machinery/object'
import { compactJson } from '../print/json-text'
import { type Fields, fieldsOf, numberOf, selectorText, specOf, statusOf, textOf, timeText } from './common'
import { writeTemplate } from './pod'
import { writeConditions, writeMeta, writeNames } from './sections'
import type { Describe, DescribeWorld } from './world'
import { Writer } from './writer'

/** Deployment, with its current and former replica sets. */
export const describeDeployment: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writer.field(0, 'CreationTimestamp', timeText(object.metadata.creationTimestamp))
  writeMeta(writer, object)
  writer.field(0, 'Selector', selectorText(spec.selector))
  const counts = ['updatedReplicas', 'replicas', 'availableReplicas', 'unavailableReplicas'].map((field) =>
    numberOf(status[field]),
  )
  writer.field(
    0,
    'Replicas',
    `${numberOf(spec.replicas)} desired | ${counts[0]} updated | ${counts[1]} total | ${counts[2]} available | ${counts[3]} unavailable`,
  )
  const strategy = fieldsOf(spec.strategy)
  writer.field(0, 'StrategyType', textOf(strategy.type))
  writer.field(0, 'MinReadySeconds', numberOf(spec.minReadySeconds))
  if (strategy.rollingUpdate) {
    const { maxUnavailable, maxSurge } = fieldsOf(strategy.rollingUpdate)
    writer.field(0, 'RollingUpdateStrategy', `${textOf(maxUnavailable)} max unavailable, ${textOf(maxSurge)} max surge`)
  }
  writeTemplate(writer, fieldsOf(spec.template))
  writeConditions(writer, status)
  const sets = await ownedReplicaSets(world, object)
  if (sets && sets.length > 0) {
    const { current, old } = splitSets(object, sets)
    writer.field(0, 'OldReplicaSets', old.map(setText).join(', ') || '<none>')
    writer.field(0, 'NewReplicaSet', current ? setText(current) : '<none>')
  }
  await world.events(writer, object)
  return writer.text()
}

const setText = (set: ApiObject): string =>
  `${set.metadata.name ?? ''} (${numberOf(statusOf(set).replicas)}/${numberOf(specOf(set).replicas)} replicas created)`

async function ownedReplicaSets(world: DescribeWorld, { metadata }: ApiObject): Promise<ApiObject[] | undefined> {
  const sets = await world.list('replicasets.apps', metadata.namespace ?? '')
  return sets?.filter((set) =>
    set.metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === metadata.uid),
  )
}

/** The set with the deployment's template, and the others, oldest first. */
export function splitSets(
  deployment: ApiObject,
  sets: readonly ApiObject[],
): { current?: ApiObject; old: ApiObject[] } {
  const wanted = templateKey(fieldsOf(specOf(deployment).template))
  const sorted = [...sets].sort((a, b) =>
    byText(textOf(a.metadata.creationTimestamp), textOf(b.metadata.creationTimestamp)),
  )
  const current = sorted.find((set) => templateKey(fieldsOf(specOf(set).template)) === wanted)
  return { ...(current && { current }), old: sorted.filter((set) => set !== current) }
}

function templateKey(template: Fields): string {
  const metadata = fieldsOf(template.metadata)
  const { 'pod-template-hash': _hash, ...labels } = fieldsOf(metadata.labels)
  return compactJson([labels, metadata.annotations ?? {}, template.spec])
}
