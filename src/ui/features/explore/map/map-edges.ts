import { at, isObject } from '../../../../machinery/json'
import type { Reference } from '../../../queries/references'
import { podSelectorOf, referencesOf } from '../../../queries/references'
import type { Whole } from '../../../queries/related'
import type { Known, Relations } from '../../../queries/relations'
import type { Layer, MapEdge } from './map-graph'

/** The id of an object's node: its uid, or namespace and name. */
export const uidOf = ({ meta }: Known): string => meta.uid ?? `${meta.namespace ?? ''}/${meta.name ?? ''}`

/** Whether a kind is one of the four of RBAC. */
export const isRole = (kind: string): boolean => /^(Cluster)?Role(Binding)?$/.test(kind)

function layerOf(from: string, { kind, field }: Reference): Layer {
  if (isRole(from)) return 'roles'
  if (from === 'Ingress' && kind === 'Service') return 'traffic'
  return /(^|\.)(volumes|env|envFrom|imagePullSecrets|volumeClaimTemplates)(\.|$)/.test(field) ? 'mounts' : 'references'
}

const keyOf = (group: string, kind: string, namespace: string, name: string): string =>
  JSON.stringify([group, kind, namespace, name])

interface Template {
  readonly uid: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
}

/**
 * Pod template labels of workloads without pods, so that a service is connected with its deployment before a controller
 * creates pods. Leaves out workloads controlled by others, and those with pods, which are connected themselves.
 */
function templatesOf(others: readonly Whole[], pods: readonly Known[]): Template[] {
  return others.flatMap(({ object }): Template[] => {
    const { uid = '', namespace = '', ownerReferences = [] } = object.metadata
    const template = at(object, 'spec', 'template') ?? at(object, 'spec', 'jobTemplate', 'spec', 'template')
    const labels = at(template, 'metadata', 'labels')
    if (!isObject(labels) || ownerReferences.some(({ controller }) => controller)) return []
    const wanted = Object.entries(labels)
    const exist = pods.some(
      ({ meta }) => meta.namespace === namespace && wanted.every(([key, value]) => meta.labels?.[key] === value),
    )
    return exist ? [] : [{ uid, namespace, labels: labels as Record<string, string> }]
  })
}

/** All edges between existing objects in the selected layers. */
export function edgesOf(relations: Relations, others: readonly Whole[], layers: ReadonlySet<Layer>): MapEdge[] {
  const byName = new Map(
    relations.all.map((known) => [
      keyOf(known.info.group, known.info.kind, known.meta.namespace ?? '', known.meta.name ?? ''),
      known,
    ]),
  )
  const found = new Map<string, MapEdge>()
  const add = (from: string, to: string, layer: Layer, label: string): void => {
    if (layers.has(layer) && from !== to) found.set(`${from} ${to} ${layer}`, { from, to, layer, label })
  }
  for (const known of relations.all)
    for (const { uid, controller } of known.meta.ownerReferences ?? [])
      if (relations.byUid.has(uid)) add(uid, uidOf(known), 'owners', controller ? 'controls' : 'owns')
  const pods = relations.all.filter(({ info }) => info.group === '' && info.resource === 'pods')
  const templates = templatesOf(others, pods)
  for (const { info, object } of others) {
    const self = object.metadata.uid ?? ''
    const home = object.metadata.namespace ?? ''
    const chosen = podSelectorOf(info.kind, object)
    for (const pod of pods)
      if (pod.meta.namespace === home && chosen.matches(pod.meta.labels ?? {}))
        add(self, uidOf(pod), 'selectors', 'selects')
    for (const template of templates)
      if (template.namespace === home && chosen.matches(template.labels))
        add(self, template.uid, 'selectors', 'would select')
    for (const reference of referencesOf(object)) {
      const { group, kind, name, namespace = home } = reference
      const target = byName.get(keyOf(group, kind, namespace, name)) ?? byName.get(keyOf(group, kind, '', name))
      if (!target) continue
      const layer = layerOf(info.kind, reference)
      // A binding is drawn between its subjects and its role.
      if (layer === 'roles' && !isRole(kind)) add(uidOf(target), self, layer, 'is bound by')
      else add(self, uidOf(target), layer, reference.field.split('.').at(-1) ?? '')
    }
  }
  return [...found.values()]
}
