import { invalid, notSupported, required, tooLong } from '../../../machinery/field-error'
import * as names from '../../../machinery/names'
import type { KindContext } from '../../kind-context'
import type { Errors } from '../meta/rules'
import { nonNegative, optionalOneOf } from '../meta/rules'
import { validatePodTemplate } from '../shared/pod-template'
import type { JobSpec } from './job-fields'
import { validateFailurePolicy, validateReplacement, validateSuccessPolicy } from './job-policies'

const MOST_INDEXES = 100_000
/** With more completions than `MOST_INDEXES`, this limits parallelism and failures. */
const MOST_OF_MANY = 10_000
const LONGEST_MANAGER = 63
const ALL_RETRIES = 2 ** 31 - 1
const USUAL_RETRIES = 6
const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

const atMost = (number: number, when = ''): string =>
  `must be less than or equal to ${number}${when && ` when ${when}`}`

function limit(value: number | undefined, most: number, field: string, errors: Errors, when?: string): void {
  if (value !== undefined && value > most) errors.push(invalid(field, value, atMost(most, when)))
}

function indexes(spec: JobSpec, field: string, errors: Errors): void {
  const { completions, parallelism, maxFailedIndexes, backoffLimitPerIndex } = spec
  if (spec.completionMode !== 'Indexed') {
    for (const member of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const)
      if (spec[member] !== undefined)
        errors.push(invalid(`${field}.${member}`, spec[member], 'requires indexed completion mode'))
    return
  }
  if (completions === undefined) errors.push(required(`${field}.completions`, 'when completion mode is Indexed'))
  limit(parallelism, MOST_INDEXES, `${field}.parallelism`, errors, 'completion mode is Indexed')
  if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions)
    errors.push(invalid(`${field}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to completions'))
  limit(maxFailedIndexes, MOST_INDEXES, `${field}.maxFailedIndexes`, errors)
  if (completions === undefined || completions <= MOST_INDEXES || backoffLimitPerIndex === undefined) return
  if (maxFailedIndexes === undefined)
    errors.push(required(`${field}.maxFailedIndexes`, `must be specified when completions is above ${MOST_INDEXES}`))
  const when = `completions are above ${MOST_INDEXES} and used with backoff limit per index`
  limit(parallelism, MOST_OF_MANY, `${field}.parallelism`, errors, when)
  limit(maxFailedIndexes, MOST_OF_MANY, `${field}.maxFailedIndexes`, errors, when)
}

function manager(name: string | undefined, field: string, errors: Errors): void {
  if (name === undefined) return
  if (name === '') errors.push(required(field))
  else for (const [part, fault] of names.domainPrefixedPath(name)) errors.push(invalid(field, part, fault))
  if (name.length > LONGEST_MANAGER) errors.push(tooLong(field, LONGEST_MANAGER))
}

function restartPolicy({ template, podFailurePolicy }: JobSpec, field: string, errors: Errors): void {
  const policy = template?.spec?.restartPolicy ?? ''
  if (policy === '' || policy === 'Always') errors.push(required(field, 'valid values: "OnFailure", "Never"'))
  else if (policy !== 'OnFailure' && policy !== 'Never')
    errors.push(notSupported(field, policy, ['OnFailure', 'Never']))
  else if (podFailurePolicy && policy !== 'Never')
    errors.push(invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified'))
}

/** Validates a job spec, standalone or in a template, except for its selector. */
export function validateJobSpec(spec: JobSpec, field: string, context: KindContext, errors: Errors): void {
  for (const member of COUNTS) nonNegative(spec[member], `${field}.${member}`, errors)
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined)
    errors.push(required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'))
  manager(spec.managedBy, `${field}.managedBy`, errors)
  optionalOneOf(spec.completionMode, ['NonIndexed', 'Indexed'], `${field}.completionMode`, errors)
  indexes(spec, field, errors)
  validateFailurePolicy(spec, `${field}.podFailurePolicy`, context, errors)
  validateSuccessPolicy(spec, `${field}.successPolicy`, errors)
  validateReplacement(spec, `${field}.podReplacementPolicy`, errors)
  validatePodTemplate(spec.template ?? {}, `${field}.template`, context, errors)
  restartPolicy(spec, `${field}.template.spec.restartPolicy`, errors)
}

/** In a failure policy, condition status defaults to True. */
export function defaultFailurePolicy(spec: JobSpec): void {
  for (const rule of spec.podFailurePolicy?.rules ?? [])
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True'
}

/** Defaults for retries and pod replacement. */
export function defaultRetries(spec: JobSpec, { feature }: Pick<KindContext, 'feature'>): void {
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? USUAL_RETRIES : ALL_RETRIES
  if (feature('JobPodReplacementPolicy'))
    spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed'
}
