import type { PodTemplate } from './pod-types'
import type * as apps from 'kt126/apps/v1'
import { type FieldError, invalid, required } from '../../../machinery/field-error'
import { goIntOrString, goNil, goSelector } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import { compileLabelSelector, SelectorError } from '../../../machinery/labels'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour, KindContext, ScaleRule } from '../../kind'
import { selectorText } from '../meta/columns'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { labelSelector, nonNegative } from '../meta/rules'
import { validateLastingTemplate, validatePodTemplate } from './pod-spec'
import { podWarnings } from './pod-warnings'
import { validateSharedDisks } from './replicas'

export type Selector = Draft<apps.DeploymentSpec>['selector']

interface Workload {
  spec?: { template?: PodTemplate; selector?: Selector }
}

const read = (object: ApiObject): Workload => object as Workload

/** Whether a selector asks for nothing, and so selects everything. */
export const isEmptySelector = (selector: Selector): boolean =>
  selector !== undefined &&
  Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0

/** What a selector, as far as it can be read, says of labels; an absent one selects nothing. */
function outcome(selector: Selector, labels: Readonly<Record<string, string>> | undefined): boolean | undefined {
  if (!selector) return false
  try {
    return compileLabelSelector(selector).matches(labels)
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

/** Whether a selector selects the labels; one that can't be read is reported elsewhere. */
export const selects = (selector: Selector, labels: Readonly<Record<string, string>> | undefined): boolean =>
  outcome(selector, labels) !== false

/** A selector that must be there, and must not select everything. */
export function validateSelector(selector: Selector, kind: string, errors: Errors): void {
  if (!selector) return void errors.push(required('spec.selector'))
  labelSelector(selector, 'spec.selector', errors)
  if (isEmptySelector(selector))
    errors.push(invalid('spec.selector', goSelector(selector), `empty selector is invalid for ${kind}`))
}

/** What is said of a template whose labels the selector does not select. */
export const unselected = (labels: Readonly<Record<string, string>> | undefined): FieldError =>
  invalid(
    'spec.template.metadata.labels',
    labels ?? goNil('map[string]string'),
    '`selector` does not match template `labels`',
  )

/** The template's labels must be selected; a selector of everything is reported by itself. */
export function validateTemplateLabels(selector: Selector, template: PodTemplate, errors: Errors): void {
  const labels = template.metadata?.labels
  if (!isEmptySelector(selector) && !selects(selector, labels)) errors.push(unselected(labels))
}

/** Whether a selector can be read. Of the template of one that can't, nothing is told. */
export function validateReadable(selector: Selector, errors: Errors): boolean {
  const readable = outcome(selector, undefined) !== undefined
  if (!readable) errors.push(invalid('spec.selector', goSelector(selector), 'invalid label selector'))
  return readable
}

/** A template of pods that run for ever, at `spec.template`. */
export function validateWorkloadTemplate(
  template: PodTemplate,
  kind: string,
  context: KindContext,
  errors: Errors,
): void {
  validatePodTemplate(template, 'spec.template', context, errors)
  validateLastingTemplate(template, 'spec.template', kind, errors)
}

/** A number of equal pods, of a selector that can be read. */
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

/** Text of a percentage or a number that is not negative. */
export function amountOrPercent(value: number | string | undefined, field: string, errors: Errors): void {
  if (typeof value === 'string') {
    if (!/^[0-9]+%$/.test(value)) errors.push(invalid(field, goIntOrString(value), NO_PERCENTAGE))
  } else nonNegative(value, field, errors)
}
export const percentOf = (value: number | string | undefined): number | undefined =>
  typeof value === 'string' && /^[0-9]+%$/.test(value) ? Number(value.slice(0, -1)) : undefined
/** The number itself, of a number or a percentage. */
export const plainValue = (value: number | string | undefined): number =>
  typeof value === 'string' ? (percentOf(value) ?? 0) : (value ?? 0)
export function atMostAll(value: number | string | undefined, field: string, errors: Errors): void {
  if ((percentOf(value) ?? 0) > 100) errors.push(invalid(field, goIntOrString(value), 'must not be greater than 100%'))
}

/** Refuses a change of the selector. */
export function selectorIsFixed(object: ApiObject, old: ApiObject): Errors {
  const { selector } = read(object).spec ?? {}
  return equal(selector, read(old).spec?.selector)
    ? []
    : [invalid('spec.selector', goSelector(selector), 'field is immutable')]
}

export function nonNegativeCounts(status: object, members: readonly string[], errors: Errors): void {
  for (const member of members)
    nonNegative((status as Readonly<Record<string, number | undefined>>)[member], `status.${member}`, errors)
}

/** A count of collisions only ever grows. */
export function collisionsGrow(status: object, old: object, errors: Errors): void {
  const [now, before] = [status, old].map((one) => (one as { collisionCount?: number }).collisionCount)
  if (before !== undefined && (now === undefined || now < before))
    errors.push(invalid('status.collisionCount', now, 'cannot be decremented'))
}

export const templateWarnings: NonNullable<KindBehaviour['warnings']> = (object, { release }, old) => {
  const template = read(object).spec?.template
  if (old && equal(template, read(old).spec?.template)) return []
  return podWarnings(template?.spec ?? {}, template?.metadata, 'spec.template.spec', release)
}

/** The scale of workloads whose selector is a structure. */
export const WORKLOAD_SCALE: ScaleRule = {
  replicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: (object) => selectorText(read(object).spec?.selector),
}

/** Times of conditions are told even when nobody knows them. */
export function completeConditions(conditions: { lastTransitionTime?: string }[] | undefined, ...more: string[]): void {
  for (const condition of conditions ?? [])
    for (const member of ['lastTransitionTime', ...more])
      Object.assign(condition, { [member]: (condition as Readonly<Record<string, unknown>>)[member] ?? null })
}
