import { forbidden, invalid } from '../../../machinery/field-error'
import type { LabelSelectorObject } from '../../../machinery/labels'
import type { Served } from '../../releases/ledger'
import type { Errors } from '../meta/rules'
import { labelKey } from '../meta/rules'
import { type LabelKeys, withLater } from './later-pod'
import type { PodSpec } from './pod-types'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

/** Something that selects other pods, and may take over values of the pod's own labels. */
export type Selecting = LabelKeys & { labelSelector?: LabelSelectorObject }

/**
 * Validates keys of labels that are merged into a selector. A new pod's selector has them already, so a key that stands there twice was
 * also given by the client.
 */
export function validateLabelKeys(term: Selecting, field: string, errors: Errors): void {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = term
  for (const [member, keys] of Object.entries({ matchLabelKeys, mismatchLabelKeys }))
    if (keys.length > 0 && !labelSelector)
      errors.push(forbidden(`${field}.${member}`, 'must not be specified when labelSelector is not set'))
    else for (const [i, key] of keys.entries()) labelKey(key, `${field}.${member}[${i}]`, errors)
  const selected = new Set(Object.keys(labelSelector?.matchLabels ?? {}))
  for (const { key = '' } of labelSelector?.matchExpressions ?? []) {
    const i = matchLabelKeys.lastIndexOf(key)
    // Real servers leave out the name of the member.
    if (i >= 0 && selected.has(key))
      errors.push(invalid(`${field}[${i}]`, key, 'exists in both matchLabelKeys and labelSelector'))
    selected.add(key)
  }
  for (const [i, key] of matchLabelKeys.entries())
    if (mismatchLabelKeys.includes(key))
      errors.push(invalid(`${field}.matchLabelKeys[${i}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys'))
}

function merge(term: Selecting | undefined, labels: Readonly<Record<string, string>>): void {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = term ?? {}
  if (!labelSelector) return
  const add = (keys: readonly string[], operator: string) =>
    keys.filter((key) => labels[key] !== undefined).map((key) => ({ key, operator, values: [labels[key] ?? ''] }))
  const added = [...add(matchLabelKeys, 'In'), ...add(mismatchLabelKeys, 'NotIn')]
  if (added.length > 0)
    Object.assign(labelSelector, { matchExpressions: [...(labelSelector.matchExpressions ?? []), ...added] })
}

/** Merges the values of a new pod's labels into selectors that name their keys. */
export function mergeLabelKeys(spec: PodSpec, labels: Readonly<Record<string, string>>, { feature }: Served): void {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {}
  if (feature('MatchLabelKeysInPodAffinity'))
    for (const affinity of [podAffinity, podAntiAffinity]) {
      for (const { podAffinityTerm } of affinity?.[PREFERRED] ?? []) merge(podAffinityTerm, labels)
      for (const term of affinity?.[REQUIRED] ?? []) merge(term, labels)
    }
  if (feature('MatchLabelKeysInPodTopologySpread') && feature('MatchLabelKeysInPodTopologySpreadSelectorMerge'))
    for (const constraint of spec.topologySpreadConstraints ?? []) merge(withLater<Selecting>(constraint), labels)
}
