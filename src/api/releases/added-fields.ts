/** Fields that came after a release, which does not know them, and fields that were removed. */
import { type DisabledFields, gatedFields } from './gated-fields'
import { GATES } from './gates'

/** Fields that came with a release and no gate, or later than their gate. */
const ADDED: Readonly<Record<number, readonly string[]>> = {
  20: ['core.v1.ServiceSpec ipFamilies ipFamilyPolicy'],
  21: [
    'batch.v1.JobStatus completedIndexes',
    'batch.v1.CronJobStatus lastSuccessfulTime',
    'batch.v1beta1.CronJobStatus lastSuccessfulTime',
    'batch.v2alpha1.CronJobStatus lastSuccessfulTime',
    'policy.v1beta1.PodDisruptionBudgetStatus conditions',
    'storage.v1beta1.CSIStorageCapacity maximumVolumeSize',
    'storage.v1alpha1.CSIStorageCapacity maximumVolumeSize',
  ],
  22: [
    'apps.v1.StatefulSetStatus availableReplicas',
    'apps.v1beta1.StatefulSetStatus availableReplicas',
    'apps.v1beta2.StatefulSetStatus availableReplicas',
    'batch.v1.JobStatus uncountedTerminatedPods',
    'core.v1.PersistentVolumeClaimSpec dataSourceRef',
    'machinery.apis.meta.v1.ManagedFieldsEntry subresource',
  ],
  23: ['batch.v1.JobStatus ready'],
  25: ['core.v1.CSIPersistentVolumeSource nodeExpandSecretRef'],
  27: [
    'admissionregistration.v1alpha1.ValidatingAdmissionPolicy status',
    'admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec auditAnnotations matchConditions',
    'admissionregistration.v1alpha1.ValidatingAdmissionPolicyBindingSpec validationActions',
    'admissionregistration.v1alpha1.Validation messageExpression',
    'extensions.apis.apiextensions.v1.ValidationRule messageExpression',
  ],
  28: [
    'admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec variables',
    'admissionregistration.v1alpha1.ParamRef selector parameterNotFoundAction',
    'extensions.apis.apiextensions.v1.ValidationRule reason fieldPath',
  ],
  29: ['extensions.apis.apiextensions.v1.ValidationRule optionalOldSelf'],
}

/** Texts that were removed, and the first release without them. The server had long ignored their values. */
const FORMER: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'machinery.apis.meta.v1.ObjectMeta': { clusterName: 24 },
}

/** Names of a type's fields that a release still knows and ignores. */
export const formerFields = (type: string, release: number): readonly string[] =>
  Object.entries(FORMER[type] ?? {}).flatMap(([field, removed]) => (release < removed ? [field] : []))

const none: ReadonlySet<string> = new Set()
const known = new Map<number, Map<string, Set<string>>>()

function addedAfter(release: number): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (type: string, fields: readonly string[]) => {
    const set = found.get(type) ?? new Set()
    for (const field of fields) set.add(field)
    found.set(type, set)
  }
  for (const { gate, type, fields } of gatedFields())
    if ((GATES.get(gate)?.stages[0]?.since ?? 0) > release) add(type, fields)
  for (const [since, rows] of Object.entries(ADDED))
    if (Number(since) > release)
      for (const row of rows) {
        const [type = '', ...fields] = row.split(' ')
        add(type, fields)
      }
  return found
}

function tableOf(release: number): Map<string, Set<string>> {
  const table = known.get(release) ?? addedAfter(release)
  known.set(release, table)
  return table
}

/** Names of a type's fields that came after a release. */
export const fieldsIntroducedAfter = (type: string, release: number): ReadonlySet<string> =>
  tableOf(release).get(type) ?? none

/** What features leave out, and what the release does not know either. */
export function withFieldsIntroducedLater(disabled: DisabledFields, release: number): DisabledFields {
  const all = new Map(disabled)
  for (const [type, fields] of tableOf(release)) all.set(type, new Set([...(disabled.get(type) ?? []), ...fields]))
  return all
}
