import type * as core from 'kt126/core/v1'
import type { Draft } from '../../api/kinds/meta/draft'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { isAbout, NODES, PODS } from '../shared/request'

const LABELS = ['topology.orch.io/zone', 'topology.orch.io/region']

/** The node set by a new pod or a binding. */
function nodeOf(request: AdmissionRequest): string | undefined {
  const { object } = request
  if (isAbout(request, PODS)) return (object?.spec as Draft<core.PodSpec> | undefined)?.nodeName
  if (!isAbout(request, PODS, 'binding')) return undefined
  const { target } = (object ?? {}) as { target?: { kind?: string; name?: string } }
  return target?.kind === 'Node' ? target.name : undefined
}

/** Copies a node's topology labels to pods bound to it (admission document, PodTopologyLabels). */
export const podTopologyLabels = ({ reader, feature }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'PodTopologyLabels',
  operations: ['CREATE'],
  admit(request) {
    const { object } = request
    if (!object || !feature('PodTopologyLabelsAdmission')) return
    const name = nodeOf(request)
    const labels = name === undefined ? undefined : reader.get(NODES, undefined, name)?.metadata.labels
    if (!labels) return
    const found = LABELS.flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]] as const]))
    // Existing labels are not overwritten.
    if (found.length > 0) object.metadata.labels = { ...Object.fromEntries(found), ...object.metadata.labels }
  },
})
