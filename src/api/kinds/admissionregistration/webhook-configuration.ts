import type * as admission from 'kt126/admissionregistration/v1'
import { duplicate, invalid, required } from '../../../machinery/field-error'
import { equal } from '../../../machinery/json'
import { dns1123Subdomain } from '../../../machinery/names'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import type { KindContext } from '../../kind-context'
import type { NamedExpression } from '../../policies/policy'
import type { Draft } from '../meta/draft'
import { asDraft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { labelSelector, optionalOneOf } from '../meta/rules'
import { AGE, tableOf } from '../meta/table-columns'
import { validateClientConfig } from '../shared/client-config'
import { loadExpressions } from '../../expressions'
import { validateMatchConditions } from './policy-expressions'
import type { Rule } from './rules'
import { knowsReview, validateReviewVersions, validateRule } from './rules'

type Webhook = Draft<admission.MutatingWebhook>
const webhooksOf = (object: ApiObject): Webhook[] =>
  asDraft<admission.MutatingWebhookConfiguration>(object).webhooks ?? []
const conditionsOf = (webhook: Webhook): readonly NamedExpression[] =>
  (webhook as { readonly matchConditions?: readonly NamedExpression[] }).matchConditions ?? []

const SIDE_EFFECTS = ['None', 'NoneOnDryRun']
const OLD_SIDE_EFFECTS = ['None', 'NoneOnDryRun', 'Some', 'Unknown']
const SHORTEST_TIMEOUT = 1
const LONGEST_TIMEOUT = 30

/** A fully qualified domain name with at least three segments. */
function qualified(name: string, field: string, errors: Errors): void {
  if (name === '') return void errors.push(required(field))
  const wrong = dns1123Subdomain(name)
  for (const message of wrong) errors.push(invalid(field, name, message))
  if (wrong.length === 0 && name.split('.').length < 3)
    errors.push(invalid(field, name, 'should be a domain with at least three segments separated by dots'))
}

/** Checks that apply to a webhook configuration; existing violations are tolerated on update. */
interface Strictness {
  readonly release: number
  readonly noSideEffects: boolean
  readonly knownReview: boolean
  readonly uniqueNames: boolean
}

const harmless = ({ sideEffects }: Webhook): boolean => sideEffects !== undefined && SIDE_EFFECTS.includes(sideEffects)

function strictness({ version, release }: KindContext, old: readonly Webhook[] = []): Strictness {
  const names = old.map(({ name }) => name)
  return {
    release,
    noSideEffects: version === 'v1' && old.every(harmless),
    knownReview: old.every(({ admissionReviewVersions }) => knowsReview(admissionReviewVersions)),
    uniqueNames: version === 'v1' && new Set(names).size === names.length,
  }
}

function validateWebhook(webhook: Webhook, rules: Strictness, field: string, errors: Errors): void {
  qualified(webhook.name ?? '', `${field}.name`, errors)
  for (const [i, rule] of (webhook.rules ?? []).entries()) validateRule(rule, `${field}.rules[${i}]`, errors)
  optionalOneOf(webhook.failurePolicy, ['Fail', 'Ignore'], `${field}.failurePolicy`, errors)
  optionalOneOf(webhook.matchPolicy, ['Equivalent', 'Exact'], `${field}.matchPolicy`, errors)
  const { sideEffects } = webhook
  if (rules.noSideEffects && sideEffects === undefined)
    errors.push(required(`${field}.sideEffects`, `must specify one of ${SIDE_EFFECTS.join(', ')}`))
  else optionalOneOf(sideEffects, rules.noSideEffects ? SIDE_EFFECTS : OLD_SIDE_EFFECTS, `${field}.sideEffects`, errors)
  const seconds = webhook.timeoutSeconds
  if (seconds !== undefined && (seconds < SHORTEST_TIMEOUT || seconds > LONGEST_TIMEOUT))
    errors.push(
      invalid(
        `${field}.timeoutSeconds`,
        seconds,
        `the timeout value must be between ${SHORTEST_TIMEOUT} and ${LONGEST_TIMEOUT} seconds`,
      ),
    )
  labelSelector(webhook.namespaceSelector, `${field}.namespaceSelector`, errors)
  labelSelector(webhook.objectSelector, `${field}.objectSelector`, errors)
  optionalOneOf(webhook.reinvocationPolicy, ['IfNeeded', 'Never'], `${field}.reinvocationPolicy`, errors)
  validateClientConfig(webhook.clientConfig ?? {}, `${field}.clientConfig`, errors)
  const reviews = webhook.admissionReviewVersions ?? []
  validateReviewVersions(reviews, rules.knownReview, `${field}.admissionReviewVersions`, errors)
  const matchConditions = conditionsOf(webhook)
  const conditions = { release: rules.release, hasParams: false, field: `${field}.matchConditions` }
  validateMatchConditions(matchConditions, conditions, errors)
}

function validate(object: ApiObject, rules: Strictness): Errors {
  const errors: Errors = []
  const names = new Set<string>()
  for (const [i, webhook] of webhooksOf(object).entries()) {
    const at = `webhooks[${i}]`
    validateWebhook(webhook, rules, at, errors)
    const { name = '' } = webhook
    if (rules.uniqueNames && name && names.has(name)) errors.push(duplicate(`${at}.name`, name))
    names.add(name)
  }
  return errors
}

/** Defaults common to all versions of a webhook; version-specific ones are applied before. */
function defaultWebhook(webhook: Webhook, mutating: boolean, version: string): void {
  if (version === 'v1') {
    webhook.failurePolicy ??= 'Fail'
    webhook.matchPolicy ??= 'Equivalent'
    webhook.timeoutSeconds ??= 10
  }
  webhook.namespaceSelector ??= {}
  webhook.objectSelector ??= {}
  if (mutating) webhook.reinvocationPolicy ??= 'Never'
  for (const rule of (webhook.rules ?? []) as Rule[]) rule.scope ??= '*'
  webhook.clientConfig ??= {}
  if (webhook.clientConfig.service) webhook.clientConfig.service.port ??= 443
}

/** Behaviour common to both types of webhook configuration. */
export const webhookConfiguration = (kind: string, mutating: boolean): KindBehaviour => ({
  group: 'admissionregistration.orch.io',
  resource: `${kind.toLowerCase()}s`,
  metadataPasses: [0, 1],
  kind,
  anyFinalizer: true,
  unconditionalUpdate: false,
  defaults(object, version) {
    for (const webhook of webhooksOf(object)) defaultWebhook(webhook, mutating, version)
  },
  load: (object) =>
    webhooksOf(object).some((webhook) => conditionsOf(webhook).length > 0) ? loadExpressions() : undefined,
  validate: (object, context) => validate(object, strictness(context)),
  validatesOnce: true,
  validateUpdate: (object, old, context) => validate(object, strictness(context, webhooksOf(old))),
  generation: (object, old) => !equal(object['webhooks'] ?? [], old['webhooks'] ?? []),
  ...tableOf((object) => object, ['Webhooks', 'integer', (object) => webhooksOf(object).length], AGE),
})
