import type * as apps from 'kt126/apps/v1'
import { invalid, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { goIntOrString, goNil, goSelector } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import { compileLabelSelector, SelectorError } from '../../../machinery/labels'
import type { ApiObject } from '../../../machinery/object'
import type { AddressField, KindBehaviour } from '../../kind'
import type { ScaleRule } from '../../subresource-behaviour'
import type { KindContext } from '../../kind-context'
import { selectorText } from '../meta/columns'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { labelSelector, nonNegative } from '../meta/rules'
import type { PodTemplate } from './pod-types'
import { validateLastingTemplate, validatePodTemplate } from './pod-template'
import { podNameWarnings, podWarnings } from './pod-warnings'
import { validateSharedDisks } from './replicas'

/** A label selector of a workload as a client may send it. */
export type Selector = Draft<apps.DeploymentSpec>['selector']

interface Workload {
  spec?: { template?: PodTemplate; selector?: Selector }
}

const read = (object: ApiObject): Workload => object as Workload

/** Whether a selector is empty and so selects everything. */
export const isEmptySelector = (selector: Selector): boolean =>
  selector !== undefined &&
  Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0

/** Whether a selector matches labels, if it is valid; an absent one matches nothing. */
function outcome(selector: Selector, labels: Readonly<Record<string, string>> | undefined): boolean | undefined {
  if (!selector) return false
  try {
    return compileLabelSelector(selector).matches(labels)
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

/** Whether a selector matches labels; an invalid one counts as matching, since it is reported elsewhere. */
export const selects = (selector: Selector, labels: Readonly<Record<string, string>> | undefined): boolean =>
  outcome(selector, labels) !== false

/** Validates a required selector, which must not be empty. */
export function validateSelector(selector: Selector, kind: string, errors: Errors): void {
  if (!selector) return void errors.push(required('spec.selector'))
  labelSelector(selector, 'spec.selector', errors)
  if (isEmptySelector(selector))
    errors.push(invalid('spec.selector', goSelector(selector), `empty selector is invalid for ${kind}`))
}

/** Error for template labels that the selector does not match. */
export const unselected = (labels: Readonly<Record<string, string>> | undefined): FieldError =>
  invalid(
    'spec.template.metadata.labels',
    labels ?? goNil('map[string]string'),
    '`selector` does not match template `labels`',
  )

/** Template labels must match the selector; an empty selector is reported separately. */
export function validateTemplateLabels(selector: Selector, template: PodTemplate, errors: Errors): void {
  const labels = template.metadata?.labels
  if (!isEmptySelector(selector) && !selects(selector, labels)) errors.push(unselected(labels))
}

/** Whether a selector is valid. If not, the template is not validated. */
export function validateReadable(selector: Selector, errors: Errors, why = 'invalid label selector'): boolean {
  const readable = outcome(selector, undefined) !== undefined
  if (!readable) errors.push(invalid('spec.selector', goSelector(selector), why))
  return readable
}

/** Validates the template at `spec.template`, whose pods must use restart policy Always. */
export function validateWorkloadTemplate(
  template: PodTemplate,
  kind: string,
  context: KindContext,
  errors: Errors,
): void {
  validatePodTemplate(template, 'spec.template', context, errors)
  validateLastingTemplate(template, 'spec.template', kind, errors)
}

/** Validates replicas, selector and template. */
export function validateReplicated(
  { selector, template = {}, replicas = 0 }: { selector?: Selector; template?: PodTemplate; replicas?: number },
  context: KindContext,
  errors: Errors,
): void {
  validateTemplateLabels(selector, template, errors)
  validateWorkloadTemplate(template, 'ReplicaSet', context, errors)
  if (replicas > 1) validateSharedDisks(template, 'spec.template', errors)
}

const NO_PERCENTAGE =
  "a valid percent string must be a numeric string followed by an ending '%' " +
  "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

/** Validates a non-negative number or percentage. */
export function amountOrPercent(value: number | string | undefined, field: string, errors: Errors): void {
  if (typeof value === 'string') {
    if (!/^[0-9]+%$/.test(value)) errors.push(invalid(field, goIntOrString(value), NO_PERCENTAGE))
  } else nonNegative(value, field, errors)
}
/** The number of a percentage; undefined if the value is none. */
export const percentOf = (value: number | string | undefined): number | undefined =>
  typeof value === 'string' && /^[0-9]+%$/.test(value) ? Number(value.slice(0, -1)) : undefined
/** The number in a number or percentage. */
export const plainValue = (value: number | string | undefined): number =>
  typeof value === 'string' ? (percentOf(value) ?? 0) : (value ?? 0)
/** Adds an error for more than 100 percent. */
export function atMostAll(value: number | string | undefined, field: string, errors: Errors): void {
  if ((percentOf(value) ?? 0) > 100) errors.push(invalid(field, goIntOrString(value), 'must not be greater than 100%'))
}

/** The selector is immutable. */
export function selectorIsFixed(object: ApiObject, old: ApiObject): Errors {
  const { selector } = read(object).spec ?? {}
  return equal(selector, read(old).spec?.selector)
    ? []
    : [invalid('spec.selector', goSelector(selector), 'field is immutable')]
}

/** Adds errors for negative counts in a status. */
export function nonNegativeCounts(status: object, members: readonly string[], errors: Errors): void {
  for (const member of members)
    nonNegative((status as Readonly<Record<string, number | undefined>>)[member], `status.${member}`, errors)
}

/** Collision counts never decrease. */
export function collisionsGrow(status: object, old: object, errors: Errors): void {
  const [now, before] = [status, old].map((one) => (one as { collisionCount?: number }).collisionCount)
  if (before !== undefined && (now === undefined || now < before))
    errors.push(invalid('status.collisionCount', now ?? 0, 'cannot be decremented'))
}

/** Warnings about a workload's pod template, on create and when it changes. */
export const templateWarnings: NonNullable<KindBehaviour['warnings']> = (object, { release }, old) => {
  const template = read(object).spec?.template
  if (old && equal(template, read(old).spec?.template)) return []
  return [
    ...(old ? [] : podNameWarnings(object.metadata.name, release)),
    ...podWarnings(template?.spec ?? {}, template?.metadata, 'spec.template.spec', release),
  ]
}

/** Where kinds with a pod template hold addresses. */
export const TEMPLATE_ADDRESSES: readonly AddressField[] = templateAddresses('spec.template.spec')

/** The same for a template at another place. */
export function templateAddresses(spec: string): readonly AddressField[] {
  return [
    { at: `${spec}.dnsConfig.nameservers[]`, form: 'address', warns: 'none' },
    { at: `${spec}.hostAliases[].ip`, form: 'address', warns: 'none' },
  ]
}

/** Scale rule of workloads with a structured selector. */
export const WORKLOAD_SCALE: ScaleRule = {
  replicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: (object) => selectorText(read(object).spec?.selector),
}

/** Sets transition times of conditions to null if absent, because they are always present. */
export function completeConditions(conditions: { lastTransitionTime?: string }[] | undefined, ...more: string[]): void {
  for (const condition of conditions ?? [])
    for (const member of ['lastTransitionTime', ...more])
      Object.assign(condition, { [member]: (condition as Readonly<Record<string, unknown>>)[member] ?? null })
}
