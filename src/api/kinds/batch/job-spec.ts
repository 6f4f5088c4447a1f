import type * as batch from 'kt126/batch/v1'
import { duplicate, invalid, notSupported, required } from '../../../machinery/field-error'
import type { KindContext } from '../../kind'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { nonNegative, oneOf, optionalOneOf } from '../meta/rules'
import { validatePodTemplate } from '../shared/pod-spec'

export type JobSpec = Draft<batch.JobSpec>

const MOST_INDEXES = 100_000
const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
] as const
const ACTIONS = ['Count', 'FailJob', 'Ignore']

function failurePolicy(spec: JobSpec, field: string, errors: Errors): void {
  const { podFailurePolicy: policy, template } = spec
  if (!policy) return
  if (template?.spec?.restartPolicy === 'OnFailure')
    errors.push(
      invalid(
        `${field}.template.spec.restartPolicy`,
        'OnFailure',
        'only "Never" is supported when podFailurePolicy is specified',
      ),
    )
  const names = new Set(
    [...(template?.spec?.containers ?? []), ...(template?.spec?.initContainers ?? [])].map(({ name }) => name),
  )
  for (const [i, rule] of (policy.rules ?? []).entries()) {
    const at = `${field}.podFailurePolicy.rules[${i}]`
    oneOf(rule.action, ACTIONS, `${at}.action`, errors)
    const { onExitCodes, onPodConditions = [] } = rule
    if (!onExitCodes && onPodConditions.length === 0)
      errors.push(invalid(at, '', 'specifying one of onExitCodes and onPodConditions is required'))
    if (onExitCodes && onPodConditions.length > 0)
      errors.push(invalid(at, '', 'specifying both onExitCodes and onPodConditions is not supported'))
    if (onExitCodes) {
      const codes = onExitCodes.values ?? []
      oneOf(onExitCodes.operator, ['In', 'NotIn'], `${at}.onExitCodes.operator`, errors)
      if (onExitCodes.containerName && !names.has(onExitCodes.containerName))
        errors.push(
          invalid(
            `${at}.onExitCodes.containerName`,
            onExitCodes.containerName,
            'must be one of the container or initContainer names in the pod template',
          ),
        )
      if (codes.length === 0) errors.push(invalid(`${at}.onExitCodes.values`, codes, 'at least one value is required'))
      const seen = new Set<number>()
      for (const [j, code] of codes.entries()) {
        if (onExitCodes.operator === 'In' && code === 0)
          errors.push(invalid(`${at}.onExitCodes.values[${j}]`, code, 'must not be 0 for the In operator'))
        if (seen.has(code)) errors.push(duplicate(`${at}.onExitCodes.values[${j}]`, code))
        seen.add(code)
      }
    }
    for (const [j, pattern] of onPodConditions.entries())
      oneOf(pattern.status, ['False', 'True', 'Unknown'], `${at}.onPodConditions[${j}].status`, errors)
  }
}

/** What a job is to do, by itself or in a template. The selector is another matter. */
export function validateJobSpec(spec: JobSpec, field: string, context: KindContext, errors: Errors): void {
  for (const member of COUNTS) nonNegative(spec[member], `${field}.${member}`, errors)
  optionalOneOf(spec.completionMode, ['Indexed', 'NonIndexed'], `${field}.completionMode`, errors)
  if (spec.completionMode === 'Indexed') {
    if (spec.completions === undefined) errors.push(required(`${field}.completions`, 'when completion mode is Indexed'))
    if ((spec.parallelism ?? 0) > MOST_INDEXES)
      errors.push(
        invalid(
          `${field}.parallelism`,
          spec.parallelism,
          `must be less than or equal to ${MOST_INDEXES} when completion mode is Indexed`,
        ),
      )
  }
  const { template = {} } = spec
  validatePodTemplate(template, `${field}.template`, context, errors)
  const policy = template.spec?.restartPolicy ?? ''
  const at = `${field}.template.spec.restartPolicy`
  if (policy === '' || policy === 'Always') errors.push(required(at, 'valid values: "OnFailure", "Never"'))
  else if (policy !== 'OnFailure' && policy !== 'Never') errors.push(notSupported(at, policy, ['OnFailure', 'Never']))
  failurePolicy(spec, field, errors)
}

/** Conditions in a failure policy are about what is true unless they say otherwise. */
export function defaultFailurePolicy(spec: JobSpec): void {
  for (const rule of spec.podFailurePolicy?.rules ?? [])
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True'
}
