import type * as core from 'kt126/core/v1'
import { duplicate, forbidden, invalid, notSupported, required } from '../../../machinery/field-error'
import { goNil, GoStruct, GoText } from '../../../machinery/go-values'
import { behaves, type Served } from '../../releases/ledger'
import { goQuoted } from '../../../machinery/go-quote'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { label, labelKey, labelSelector, labelValue, oneOf, optionalOneOf, present, subdomain } from '../meta/rules'

import { withLater } from './later-pod'
import { type Selecting, validateLabelKeys } from './match-label-keys'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'
/** Allowed effects of taints. */
export const TAINT_EFFECTS: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

type NodeSelectorTerm = Draft<core.NodeSelectorTerm>
type NodeSelector = Draft<core.NodeSelector>
type Requirement = Draft<core.NodeSelectorRequirement>

function byLabel({ key = '', operator = '', values = [] }: Requirement, field: string, errors: Errors): void {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0)
        errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"))
      break
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0)
        errors.push(forbidden(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"))
      break
    case 'Gt':
    case 'Lt':
      if (values.length !== 1)
        errors.push(required(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"))
      break
    default:
      errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'))
  }
  labelKey(key, `${field}.key`, errors)
}

function byField({ key = '', operator = '', values = [] }: Requirement, field: string, errors: Errors): void {
  if (operator !== 'In' && operator !== 'NotIn')
    errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'))
  else if (values.length !== 1)
    errors.push(
      required(`${field}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"),
    )
  if (key !== 'metadata.name') errors.push(invalid(`${field}.key`, key, 'not a valid field selector key'))
  else for (const [i, value] of values.entries()) subdomain(value, `${field}.values[${i}]`, errors)
}

function nodeTerm(term: NodeSelectorTerm, field: string, errors: Errors): void {
  for (const [i, requirement] of (term.matchExpressions ?? []).entries())
    byLabel(requirement, `${field}.matchExpressions[${i}]`, errors)
  for (const [i, requirement] of (term.matchFields ?? []).entries())
    byField(requirement, `${field}.matchFields[${i}]`, errors)
}

/** Validates a node selector: at least one term. */
export function validateNodeSelector(selector: NodeSelector, field: string, errors: Errors): void {
  const terms = selector.nodeSelectorTerms ?? []
  if (terms.length === 0)
    errors.push(required(`${field}.nodeSelectorTerms`, 'must have at least one node selector term'))
  for (const [i, term] of terms.entries()) nodeTerm(term, `${field}.nodeSelectorTerms[${i}]`, errors)
}

function podTerm(term: Draft<core.PodAffinityTerm>, release: number, field: string, errors: Errors): void {
  const member = behaves('affinity-selector-errors-by-field', release) ? 'labelSelector' : 'matchExpressions'
  labelSelector(term.labelSelector, `${field}.${member}`, errors)
  labelSelector(term.namespaceSelector, `${field}.namespaceSelector`, errors)
  for (const namespace of term.namespaces ?? []) label(namespace, `${field}.namespace`, errors)
  validateLabelKeys(withLater<Selecting>(term), field, errors)
  present(term.topologyKey, `${field}.topologyKey`, errors, 'can not be empty')
  labelKey(term.topologyKey ?? '', `${field}.topologyKey`, errors)
}

function weight(value = 0, field: string, errors: Errors): void {
  if (value < 1 || value > 100) errors.push(invalid(`${field}.weight`, value, 'must be in the range 1-100'))
}

function podAffinity(
  affinity: Draft<core.PodAffinity> | undefined,
  release: number,
  field: string,
  errors: Errors,
): void {
  for (const [i, term] of (affinity?.[REQUIRED] ?? []).entries())
    podTerm(term, release, `${field}.${REQUIRED}[${i}]`, errors)
  for (const [i, term] of (affinity?.[PREFERRED] ?? []).entries()) {
    weight(term.weight, `${field}.${PREFERRED}[${i}]`, errors)
    podTerm(term.podAffinityTerm ?? {}, release, `${field}.${PREFERRED}[${i}].podAffinityTerm`, errors)
  }
}

/** Validates a pod's affinity. */
export function validateAffinity(
  affinity: Draft<core.Affinity> | undefined,
  release: number,
  field: string,
  errors: Errors,
): void {
  if (!affinity) return
  const node = affinity.nodeAffinity
  if (node?.[REQUIRED]) validateNodeSelector(node[REQUIRED], `${field}.nodeAffinity.${REQUIRED}`, errors)
  for (const [i, term] of (node?.[PREFERRED] ?? []).entries()) {
    const at = `${field}.nodeAffinity.${PREFERRED}[${i}]`
    weight(term.weight, at, errors)
    nodeTerm(term.preference ?? {}, `${at}.preference`, errors)
  }
  podAffinity(affinity.podAffinity, release, `${field}.podAffinity`, errors)
  podAffinity(affinity.podAntiAffinity, release, `${field}.podAntiAffinity`, errors)
}

/** A toleration in Go syntax. */
export const goToleration = ({
  key = '',
  operator = '',
  value = '',
  effect = '',
  tolerationSeconds,
}: Draft<core.Toleration>): GoStruct =>
  new GoStruct('core.Toleration', {
    Key: key,
    Operator: operator,
    Value: value,
    Effect: effect,
    TolerationSeconds:
      tolerationSeconds === undefined ? goNil('(*int64)') : new GoText('(*int64)(0x0)', tolerationSeconds),
  })

/** A taint is compared by value as a whole number of 64 bits. */
function comparedValue(value: string, field: string, errors: Errors): void {
  const decimal = /^(0|-?[1-9][0-9]*)$/.test(value)
  if (!decimal) errors.push(invalid(field, value, 'must be a valid decimal integer in canonical form'))
  const range = /^[+-]?[0-9]+$/.test(value) ? BigInt.asIntN(64, BigInt(value)) === BigInt(value) : undefined
  if (range === true) return
  const why = range === undefined ? 'invalid syntax' : 'value out of range'
  errors.push(invalid(field, value, `strconv.ParseInt: parsing ${goQuoted(value)}: ${why}`))
}

/** Validates a pod's tolerations. */
export function validateTolerations(
  tolerations: readonly Draft<core.Toleration>[],
  served: Served,
  field: string,
  errors: Errors,
): void {
  for (const [i, { key, operator, value = '', effect, tolerationSeconds }] of tolerations.entries()) {
    const at = `${field}[${i}]`
    if (key) labelKey(key, `${at}.key`, errors)
    else if (operator !== 'Exists')
      errors.push(
        invalid(
          `${at}.operator`,
          operator ?? '',
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        ),
      )
    if (tolerationSeconds !== undefined && effect !== 'NoExecute')
      errors.push(invalid(`${at}.effect`, effect ?? '', "effect must be 'NoExecute' when `tolerationSeconds` is set"))
    if (!operator || operator === 'Equal') labelValue(value, `${at}.operator`, errors)
    else if (operator === 'Exists') {
      if (value)
        errors.push(
          invalid(
            `${at}.operator`,
            behaves('toleration-value-blamed', served.release) ? value : goToleration(tolerations[i] ?? {}),
            "value must be empty when `operator` is 'Exists'",
          ),
        )
    } else if (behaves('tolerations-compare', served.release) && (operator === 'Lt' || operator === 'Gt')) {
      if (served.feature('TaintTolerationComparisonOperators')) comparedValue(value, `${at}.value`, errors)
      else errors.push(notSupported(`${at}.operator`, operator, ['Equal', 'Exists', 'Lt', 'Gt']))
    } else errors.push(notSupported(`${at}.operator`, operator, ['Equal', 'Exists']))
    if (effect) oneOf(effect, TAINT_EFFECTS, `${at}.effect`, errors)
  }
}

const SPREAD_MODES = ['DoNotSchedule', 'ScheduleAnyway']
const INCLUSION = ['Honor', 'Ignore']

const pairOf = ({ topologyKey = '', whenUnsatisfiable = '' }: Draft<core.TopologySpreadConstraint>): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`

/** Validates topology spread constraints. */
export function validateTopologySpread(
  constraints: readonly Draft<core.TopologySpreadConstraint>[],
  field: string,
  errors: Errors,
  served: Served,
): void {
  const merged =
    served.feature('MatchLabelKeysInPodTopologySpread') &&
    served.feature('MatchLabelKeysInPodTopologySpreadSelectorMerge')
  for (const [i, constraint] of constraints.entries()) {
    const at = `${field}[${i}]`
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', minDomains } = constraint
    if (maxSkew <= 0) errors.push(invalid(`${at}.maxSkew`, maxSkew, 'must be greater than zero'))
    present(topologyKey, `${at}.topologyKey`, errors, 'can not be empty')
    if (!SPREAD_MODES.includes(whenUnsatisfiable))
      errors.push(notSupported(`${at}.whenUnsatisfiable`, whenUnsatisfiable, SPREAD_MODES))
    const pair = pairOf(constraint)
    // The error is reported at the first of the equal constraints.
    if (constraints.slice(i + 1).some((later) => pairOf(later) === pair))
      errors.push(duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, pair))
    if (minDomains !== undefined) {
      if (minDomains <= 0) errors.push(invalid(`${at}.minDomains`, minDomains, 'must be greater than zero'))
      if (whenUnsatisfiable !== 'DoNotSchedule')
        errors.push(
          invalid(
            `${at}.minDomains`,
            minDomains,
            `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`,
          ),
        )
    }
    optionalOneOf(constraint.nodeAffinityPolicy, INCLUSION, `${at}.nodeAffinityPolicy`, errors)
    optionalOneOf(constraint.nodeTaintsPolicy, INCLUSION, `${at}.nodeTaintsPolicy`, errors)
    if (merged) validateLabelKeys(withLater<Selecting>(constraint), at, errors)
    else olderLabelKeys(constraint, at, errors)
    if (behaves('topology-spread-selector-validated', served.release))
      labelSelector(constraint.labelSelector, `${at}.labelSelector`, errors)
  }
}

/** Keys of labels, in releases that don't merge them into the selector. */
function olderLabelKeys(constraint: Draft<core.TopologySpreadConstraint>, at: string, errors: Errors): void {
  const selected = new Set(constraint.labelSelector?.matchExpressions?.map(({ key }) => key))
  for (const [j, key] of (constraint.matchLabelKeys ?? []).entries()) {
    labelKey(key, `${at}.matchLabelKeys[${j}]`, errors)
    if (!constraint.labelSelector)
      errors.push(forbidden(`${at}.matchLabelKeys`, 'must not be specified when labelSelector is not set'))
    else if (selected.has(key) || Object.hasOwn(constraint.labelSelector.matchLabels ?? {}, key))
      errors.push(invalid(`${at}.matchLabelKeys[${j}]`, key, 'exists in both matchLabelKeys and labelSelector'))
  }
}
