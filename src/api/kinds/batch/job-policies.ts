import {
  duplicate,
  invalid,
  invalidWithoutValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../machinery/field-error'
import { goStructJson, GoText } from '../../../machinery/go-values'
import type { KindContext } from '../../kind-context'
import type { Errors } from '../meta/rules'
import { nonNegative, qualifiedName } from '../meta/rules'
import type { JobSpec } from './job-fields'
import { countIndexes } from './job-indexes'

const MOST_RULES = 20
const MOST_EXIT_CODES = 255
const MOST_PATTERNS = 20
const LONGEST_INDEXES = 65_536
const STATUSES = ['False', 'True', 'Unknown']
const OPERATORS = ['In', 'NotIn']
const REPLACEMENTS = ['Failed', 'TerminatingOrFailed']

type FailureRule = NonNullable<NonNullable<JobSpec['podFailurePolicy']>['rules']>[number]
type SuccessRule = NonNullable<NonNullable<JobSpec['successPolicy']>['rules']>[number]

/** A slice of numbers, as messages print it. */
const goNumbers = (values: readonly number[]): GoText => new GoText(`[]int32{${values.join(', ')}}`, values)

const choices = (values: readonly string[]): string => `[${values.map((value) => `"${value}"`).join(' ')}]`

/** Like `oneOf`, but a missing value is reported with the choices. */
function chosen(value: string | undefined, values: readonly string[], field: string, errors: Errors): void {
  if (!value) errors.push(required(field, `valid values: ${choices(values)}`))
  else if (!values.includes(value)) errors.push(notSupported(field, value, values))
}

function exitCodes(
  given: NonNullable<FailureRule['onExitCodes']>,
  containers: ReadonlySet<string | undefined>,
  field: string,
  errors: Errors,
): void {
  const { operator, containerName, values = [] } = given
  chosen(operator, OPERATORS, `${field}.operator`, errors)
  if (containerName !== undefined && !containers.has(containerName)) {
    const why = 'must be one of the container or initContainer names in the pod template'
    errors.push(invalid(`${field}.containerName`, containerName, why))
  }
  if (values.length === 0) errors.push(invalid(`${field}.values`, goNumbers(values), 'at least one value is required'))
  if (values.length > MOST_EXIT_CODES) errors.push(tooMany(`${field}.values`, values.length, MOST_EXIT_CODES))
  const seen = new Set<number>()
  for (const [i, code] of values.entries()) {
    if (operator === 'In' && code === 0)
      errors.push(invalid(`${field}.values[${i}]`, code, 'must not be 0 for the In operator'))
    if (seen.has(code)) errors.push(duplicate(`${field}.values[${i}]`, code))
    seen.add(code)
  }
  if (values.some((code, i) => i > 0 && (values[i - 1] ?? 0) > code))
    errors.push(invalid(`${field}.values`, goNumbers(values), 'must be ordered'))
}

function failureRule(
  { action, onExitCodes, onPodConditions = [] }: FailureRule,
  spec: JobSpec,
  containers: ReadonlySet<string | undefined>,
  { feature }: KindContext,
  field: string,
  errors: Errors,
): void {
  const perIndex = feature('JobBackoffLimitPerIndex')
  if (perIndex && action === 'FailIndex') {
    if (spec.backoffLimitPerIndex === undefined)
      errors.push(invalid(`${field}.action`, action, 'requires the backoffLimitPerIndex to be set'))
  } else chosen(action, ['Count', ...(perIndex ? ['FailIndex'] : []), 'FailJob', 'Ignore'], `${field}.action`, errors)
  if (onExitCodes) exitCodes(onExitCodes, containers, `${field}.onExitCodes`, errors)
  if (onPodConditions.length > MOST_PATTERNS)
    errors.push(tooMany(`${field}.onPodConditions`, onPodConditions.length, MOST_PATTERNS))
  for (const [i, { type = '', status }] of onPodConditions.entries()) {
    qualifiedName(type, `${field}.onPodConditions[${i}].type`, errors)
    chosen(status, STATUSES, `${field}.onPodConditions[${i}].status`, errors)
  }
  if (onExitCodes && onPodConditions.length > 0)
    errors.push(invalidWithoutValue(field, 'specifying both OnExitCodes and OnPodConditions is not supported'))
  if (!onExitCodes && onPodConditions.length === 0)
    errors.push(invalidWithoutValue(field, 'specifying one of OnExitCodes and OnPodConditions is required'))
}

/** Validates a job's pod failure policy (resource API, "Pod failure policy"). */
export function validateFailurePolicy(spec: JobSpec, field: string, context: KindContext, errors: Errors): void {
  if (!spec.podFailurePolicy) return
  const { rules = [] } = spec.podFailurePolicy
  const { containers = [], initContainers = [] } = spec.template?.spec ?? {}
  const names = new Set([...containers, ...initContainers].map(({ name }) => name))
  if (rules.length > MOST_RULES) errors.push(tooMany(`${field}.rules`, rules.length, MOST_RULES))
  for (const [i, rule] of rules.entries()) failureRule(rule, spec, names, context, `${field}.rules[${i}]`, errors)
}

function successRule(
  { succeededCount, succeededIndexes }: SuccessRule,
  completions: number,
  field: string,
  errors: Errors,
): void {
  if (succeededCount === undefined && succeededIndexes === undefined)
    errors.push(required(field, 'at least one of succeededCount or succeededIndexes must be specified'))
  const { total, fault } = countIndexes(succeededIndexes ?? '', completions)
  if (succeededIndexes !== undefined) {
    const at = `${field}.succeededIndexes`
    if (succeededIndexes.length > LONGEST_INDEXES) errors.push(tooLong(at, LONGEST_INDEXES))
    if (fault !== undefined) errors.push(invalid(at, succeededIndexes, `error parsing succeededIndexes: ${fault}`))
  }
  if (succeededCount === undefined) return
  const at = `${field}.succeededCount`
  const most = (number: number, what: string) => `must be less than or equal to ${number} (the number of ${what})`
  nonNegative(succeededCount, at, errors)
  if (succeededCount > completions) errors.push(invalid(at, succeededCount, most(completions, 'specified completions')))
  if (succeededIndexes !== undefined && succeededCount > total)
    errors.push(invalid(at, succeededCount, most(total, 'indexes in the specified succeededIndexes field')))
}

const goSuccessPolicy = (policy: NonNullable<JobSpec['successPolicy']>): GoText =>
  new GoText(goStructJson('batch.SuccessPolicy', policy).text, {
    Rules: (policy.rules ?? []).map(({ succeededIndexes = null, succeededCount = null }) => ({
      SucceededIndexes: succeededIndexes,
      SucceededCount: succeededCount,
    })),
  })

/** Validates a job's success policy (resource API, "Success policy"). */
export function validateSuccessPolicy(spec: JobSpec, field: string, errors: Errors): void {
  if (!spec.successPolicy) return
  if (spec.completionMode !== 'Indexed')
    return void errors.push(invalid(field, goSuccessPolicy(spec.successPolicy), 'requires indexed completion mode'))
  const { rules = [] } = spec.successPolicy
  if (rules.length === 0)
    errors.push(required(`${field}.rules`, 'at least one rules must be specified when the successPolicy is specified'))
  if (rules.length > MOST_RULES) errors.push(tooMany(`${field}.rules`, rules.length, MOST_RULES))
  for (const [i, rule] of rules.entries()) successRule(rule, spec.completions ?? 0, `${field}.rules[${i}]`, errors)
}

/** Validates podReplacementPolicy: with a failure policy, only failed pods are replaced. */
export function validateReplacement(
  { podReplacementPolicy, podFailurePolicy }: JobSpec,
  at: string,
  errors: Errors,
): void {
  const supported = podFailurePolicy ? ['Failed'] : REPLACEMENTS
  if (podReplacementPolicy !== undefined && !supported.includes(podReplacementPolicy))
    errors.push(notSupported(at, podReplacementPolicy, supported))
}
