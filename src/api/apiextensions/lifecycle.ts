import { FieldPath } from '../../machinery/field-error'
import { equal } from '../../machinery/json'
import type { ObjectMeta } from '../../machinery/object'
import { isOwnDomain } from '../../names/domains'
import { hasCondition, type Condition, type Definition, type DefinitionStatus } from './definition'
import { acceptNames, withCondition } from './names'
import { validateStructural } from './structural'

/** Holds a definition until its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.orch.io'

/** Groups of the project itself: whoever defines a type in them says that it was approved. */
export const isProtectedGroup = isOwnDomain
export const APPROVAL_ANNOTATION = 'api-approved.orch.io'

const NEEDS_APPROVAL = `protected groups must have approval annotation "${APPROVAL_ANNOTATION}"`
const SEE = 'see https://github.com/orch/enhancements/pull/1111'

export type Approval = 'approved' | 'bypassed' | 'missing' | 'invalid'
/** What a definition in a protected group says about its approval. */
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

/** A definition of the old version may have a schema that is not structural; a condition says so. */
function schemaCondition({ spec }: Definition): Condition | undefined {
  const violations = (spec.versions ?? []).flatMap(({ schema }, i) => {
    const root = schema?.openAPIV3Schema
    const at = FieldPath.of('spec', 'versions').index(i).child('schema', 'openAPIV3Schema')
    return root ? validateStructural(root, at) : []
  })
  if (spec.preserveUnknownFields)
    violations.push({ reason: 'FieldValueInvalid', field: 'spec.preserveUnknownFields', message: 'must be false' })
  if (violations.length === 0) return undefined
  return {
    type: 'NonStructuralSchema',
    status: 'True',
    reason: 'Violations',
    message: violations.map(({ field, message }) => `${field}: ${message}`).join('; '),
  }
}

/**
 * The status that a definition should have beside `others`: names that it is granted, and whether it is established.
 * The same object when nothing is to change.
 */
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

export const isEstablished = ({ status }: Definition): boolean => hasCondition(status, 'Established')
/** A definition in deletion serves its objects, but takes no new ones. */
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

/** The status of a definition in a stage of its deletion. */
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
