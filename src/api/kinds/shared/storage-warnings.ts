import type * as core from 'kt126/core/v1'
import type { ObjectMeta } from '../../../machinery/object'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import { DEPRECATED_SOURCES } from './deprecated-sources'
import { expressionWarnings } from './node-labels'
import { fractionWarnings } from './pod-warnings'

const CLASS_ANNOTATION = 'volume.beta.orch.io/storage-class'
const OPTIONS_ANNOTATION = 'volume.beta.orch.io/mount-options'
const useField = (release: string, field: string): string =>
  `deprecated since v1.${release}; use "${field}" attribute instead`

/** Warnings about the spec of a claim, or of a template of claims. */
export const claimSpecWarnings = (
  { resources }: Draft<core.PersistentVolumeClaimSpec>,
  field: string,
  release: number,
): string[] =>
  behaves('storage-warnings', release)
    ? (['requests', 'limits'] as const).flatMap((list) =>
        fractionWarnings(resources?.[list], ['storage'], `${field}.resources.${list}`),
      )
    : []

/** Warnings about a claim that is valid but should be written differently. */
export const claimWarnings = (
  { annotations = {} }: Pick<ObjectMeta, 'annotations'>,
  spec: Draft<core.PersistentVolumeClaimSpec>,
  release: number,
): string[] => [
  ...(behaves('storage-warnings', release) && annotations[CLASS_ANNOTATION] !== undefined
    ? [`metadata.annotations[${CLASS_ANNOTATION}]: ${useField('8', 'storageClassName')}`]
    : []),
  ...claimSpecWarnings(spec, 'spec', release),
]

/** Sources that persistent volumes are warned about, in this order. */
const SOURCES = ['cephfs', 'photonPersistentDisk', 'scaleIO', 'storageos', 'glusterfs', 'rbd']

/** Warnings about a volume that is valid but should be written differently. */
export function volumeWarnings(
  { annotations = {} }: Pick<ObjectMeta, 'annotations'>,
  spec: Draft<core.PersistentVolumeSpec>,
  release: number,
): string[] {
  if (!behaves('volume-warnings', release)) return []
  const texts: string[] = []
  if (annotations[CLASS_ANNOTATION] !== undefined)
    texts.push(`metadata.annotations[${CLASS_ANNOTATION}]: ${useField('8', 'storageClassName')}`)
  if (annotations[OPTIONS_ANNOTATION] !== undefined && behaves('mount-options-warning', release))
    texts.push(`metadata.annotations[${OPTIONS_ANNOTATION}]: ${useField('31', 'mountOptions')}`)
  if (spec.persistentVolumeReclaimPolicy === 'Recycle')
    texts.push(
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
    )
  for (const [i, { matchExpressions }] of (spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).entries())
    texts.push(
      ...expressionWarnings(
        matchExpressions,
        `spec.nodeAffinity.required.nodeSelectorTerms[${i}].matchExpressions`,
        release,
      ),
    )
  for (const source of SOURCES) if (source in spec) texts.push(`spec.${source}: ${DEPRECATED_SOURCES[source]}`)
  return texts
}
