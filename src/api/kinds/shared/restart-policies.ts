import { duplicate, forbidden, invalid, notSupported, required, tooLong } from '../../../machinery/field-error'
import type { Errors } from '../meta/rules'
import { oneOf } from '../meta/rules'
import { later, type RestartRule } from './sidecars'

const POLICIES = ['Always', 'Never', 'OnFailure']
const OPERATORS = ['In', 'NotIn']
const RESIZED = ['cpu', 'memory']
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer']
const MOST_RULES = 20
const MOST_VALUES = 255

function rule({ action, exitCodes }: RestartRule, restartAll: boolean, field: string, errors: Errors): void {
  if (action !== 'Restart' && !(restartAll && action === 'RestartAllContainers'))
    errors.push(notSupported(`${field}.action`, action ?? '', ['Restart']))
  if (!exitCodes) return void errors.push(required(`${field}.exitCodes`, 'must be specified'))
  if (!OPERATORS.includes(exitCodes.operator ?? ''))
    errors.push(notSupported(`${field}.exitCodes.operator`, exitCodes.operator ?? '', OPERATORS))
  const { values = [] } = exitCodes
  const at = `${field}.exitCodes.values`
  if (values.length > MOST_VALUES) errors.push(tooLong(at, MOST_VALUES))
}

/**
 * Validates a container's own restart policy. `rules`: any container may have one, with rules for exit codes (1.34); before, only init
 * containers may, and only `Always`. `restartAll`: a rule may also restart all containers of the pod.
 */
export function validateRestartPolicy(
  container: object,
  { init, rules, restartAll }: { readonly init: boolean; readonly rules: boolean; readonly restartAll: boolean },
  field: string,
  errors: Errors,
): void {
  const { restartPolicy, restartPolicyRules = [] } = later(container)
  const at = `${field}.restartPolicy`
  if (restartPolicy === undefined) {
    if (restartPolicyRules.length > 0)
      errors.push(required(at, 'must specify restartPolicy when restart rules are used'))
  } else if (!rules && !init) errors.push(forbidden(at, 'may not be set for non-init containers'))
  else {
    const supported = rules ? POLICIES : ['Always']
    if (!supported.includes(restartPolicy)) errors.push(notSupported(at, restartPolicy, supported))
  }
  if (restartPolicyRules.length > MOST_RULES) errors.push(tooLong(`${field}.restartPolicyRules`, MOST_RULES))
  for (const [i, one] of restartPolicyRules.entries())
    rule(one, restartAll, `${field}.restartPolicyRules[${i}]`, errors)
}

/** Validates a container's resize policy (resource API, "Container"). */
export function validateResizePolicy(
  container: object,
  podRestartPolicy: string | undefined,
  field: string,
  errors: Errors,
): void {
  const seen = new Set<string | undefined>()
  for (const [i, { resourceName, restartPolicy }] of (later(container).resizePolicy ?? []).entries()) {
    if (seen.has(resourceName)) errors.push(duplicate(`${field}[${i}]`, resourceName))
    seen.add(resourceName)
    oneOf(resourceName, RESIZED, field, errors)
    oneOf(restartPolicy, RESIZE_POLICIES, field, errors)
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired')
      errors.push(invalid(field, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"))
  }
}
