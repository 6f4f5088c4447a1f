import { FieldPath, invalid } from '../../machinery/field-error'
import { equal } from '../../machinery/json'
import type { ObjectMeta } from '../../machinery/object'
import { isOwnDomain } from '../../names/domains'
import { hasCondition, type Condition, type Definition, type DefinitionStatus } from './definition'
import { acceptNames, withCondition } from './names'
import { validateStructural } from './structural'

/** Keeps a definition until its objects are deleted. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.orch.io'

/** Protected groups of the project: types in them need an approval annotation. */
export const isProtectedGroup = isOwnDomain
/** Annotation with the approval that a definition in a protected group needs. */
export const APPROVAL_ANNOTATION = 'api-approved.orch.io'

const NEEDS_APPROVAL = `protected groups must have approval annotation "${APPROVAL_ANNOTATION}"`
const SEE = 'see https://github.com/orch/enhancements/pull/1111'

/** Whether a definition in a protected group is approved. */
export type Approval = 'approved' | 'bypassed' | 'missing' | 'invalid'
/** Approval state of a definition in a protected group. */
export function approvalOf(metadata: ObjectMeta): { state: Approval; reason: string } {
  const text = metadata.annotations?.[APPROVAL_ANNOTATION]
  if (!text) return { state: 'missing', reason: `${NEEDS_APPROVAL}, ${SEE}` }
  if (text.startsWith('unapproved')) return { state: 'bypassed', reason: `not approved: "${text}"` }
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/\s]+/.test(text)) return { state: 'approved', reason: `approved in ${text}` }
  return {
    state: 'invalid',
    reason: `${NEEDS_APPROVAL} with either a URL or a reason starting with "unapproved", ${SEE}`,
  }
}

const APPROVAL_REASONS: Readonly<Record<Approval, readonly [status: string, reason: string]>> = {
  approved: ['True', 'ApprovedAnnotation'],
  bypassed: ['False', 'UnapprovedAnnotation'],
  missing: ['False', 'MissingAnnotation'],
  invalid: ['False', 'InvalidAnnotation'],
}

/** The NonStructuralSchema condition; only v1beta1 definitions can have such a schema. */
function schemaCondition({ spec }: Definition): Condition | undefined {
  const violations = (spec.versions ?? []).flatMap(({ schema }, i) => {
    const root = schema?.openAPIV3Schema
    const at = FieldPath.of('spec', 'versions').index(i).child('schema', 'openAPIV3Schema')
    return root ? validateStructural(root, at) : []
  })
  if (spec.preserveUnknownFields) violations.unshift(invalid('spec.preserveUnknownFields', true, 'must be false'))
  const texts = violations.map(({ field, message }) => `${field}: ${message}`)
  if (texts.length === 0) return undefined
  return {
    type: 'NonStructuralSchema',
    status: 'True',
    reason: 'Violations',
    message: texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? ''),
  }
}

/** Status of a definition given `others`: accepted names and whether it is established. Returns the same object if nothing changes. */
export function establishedStatus(
  definition: Definition,
  others: readonly Definition[],
  now: number,
): DefinitionStatus {
  const { status, spec, metadata } = definition
  const names = acceptNames(definition, others)
  let conditions = withCondition(status.conditions ?? [], names.condition, now)
  if (names.condition.status === 'True' && !hasCondition(status, 'Established'))
    conditions = withCondition(
      conditions,
      {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      },
      now,
    )
  else if (!conditions.some(({ type }) => type === 'Established'))
    conditions = withCondition(
      conditions,
      { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
      now,
    )
  const violations = schemaCondition(definition)
  if (violations) conditions = withCondition(conditions, violations, now)
  else conditions = conditions.filter(({ type }) => type !== 'NonStructuralSchema')
  if (isProtectedGroup(spec.group ?? '')) {
    const { state, reason: message } = approvalOf(metadata)
    const [verdict, reason] = APPROVAL_REASONS[state]
    conditions = withCondition(
      conditions,
      { type: 'OrchAPIApprovalPolicyConformant', status: verdict, reason, message },
      now,
    )
  }
  const next: DefinitionStatus = { ...status, acceptedNames: names.acceptedNames, conditions }
  return equal(next, status) ? status : next
}

/** Whether objects of a definition can be served. */
export const isEstablished = ({ status }: Definition): boolean => hasCondition(status, 'Established')
/** A terminating definition serves existing objects but accepts no new ones. */
export const isTerminating = ({ metadata, status }: Definition): boolean =>
  metadata.deletionTimestamp !== undefined || hasCondition(status, 'Terminating')

type Stage = 'pending' | 'in-progress' | 'completed' | 'failed'
const STAGES: Readonly<Record<Stage, Omit<Condition, 'type'>>> = {
  pending: {
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  },
  'in-progress': {
    status: 'True',
    reason: 'InstanceDeletionInProgress',
    message: 'CustomResource deletion is in progress',
  },
  completed: { status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' },
  failed: { status: 'True', reason: 'InstanceDeletionFailed', message: 'objects of the type could not be deleted' },
}

/** Status of a definition during its deletion. */
export const terminatingStatus = (
  { status }: Definition,
  stage: Stage,
  now: number,
  message?: string,
): DefinitionStatus => ({
  ...status,
  conditions: withCondition(
    status.conditions ?? [],
    { type: 'Terminating', ...STAGES[stage], ...(message !== undefined && { message }) },
    now,
  ),
})
