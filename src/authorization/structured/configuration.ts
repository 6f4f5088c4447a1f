import { parseConfiguration, throwFieldErrors } from '../../machinery/config-shape'
import { duplicate, FieldPath, invalid, notSupported, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { dns1123Subdomain } from '../../machinery/names'
import { authorizationForm, type AuthorizationFile, type AuthorizerEntry } from './form'
import { type WebhookPlan, type ReadingOptions, type SettingsPlace, readWebhook } from './webhook-settings'

/** One authorizer of an AuthorizationConfiguration, validated. */
export interface AuthorizerPlan {
  readonly type: string
  readonly name: string
  /** Set for the type Webhook. */
  readonly webhook?: WebhookPlan
}
const WEBHOOK = 'Webhook'

/**
 * Parses the content of `--authorization-config`.
 * @throws ConfigError that names each field at fault
 */
export function readAuthorizationConfiguration(text: string, where: string, reading: ReadingOptions): AuthorizerPlan[] {
  const { authorizers = [] } = parseConfiguration<AuthorizationFile>(text, where, authorizationForm(reading.release))
  const errors: FieldError[] = []
  const at = FieldPath.of('authorizers')
  if (authorizers.length === 0) errors.push(required(at, 'at least one authorization mode must be defined'))
  const plans = authorizers.map((entry, i) => {
    const before = authorizers.slice(0, i)
    return readAuthorizer(entry, before, { at: at.index(i), errors, reading })
  })
  if (errors.length === 0) errors.push(...expectations(plans, at, reading.needed))
  throwFieldErrors(errors, where)
  return plans
}

function readAuthorizer(
  { type = '', name = '', webhook }: AuthorizerEntry,
  before: readonly AuthorizerEntry[],
  { at, errors, reading }: SettingsPlace,
): AuthorizerPlan {
  const plan = { type, name }
  const repeated = type !== WEBHOOK && before.some((other) => other.type === type)
  const wrong =
    type === ''
      ? required(at.child('type'))
      : !reading.modes.includes(type)
        ? notSupported(at.child('type'), type, [...reading.modes].sort())
        : repeated
          ? duplicate(at.child('type'), type)
          : undefined
  if (wrong) {
    errors.push(wrong)
    return plan
  }
  errors.push(...nameErrors(name, before, at.child('name')))
  if (type !== WEBHOOK) {
    if (webhook) errors.push(invalid(at.child('webhook'), 'non-null', 'may only be specified when type=Webhook'))
    return plan
  }
  if (webhook) return { ...plan, webhook: readWebhook(webhook, { at, errors, reading }) }
  errors.push(required(at.child('webhook'), 'required when type=Webhook'))
  return plan
}

function nameErrors(name: string, before: readonly AuthorizerEntry[], at: FieldPath): FieldError[] {
  if (name === '') return [required(at)]
  if (before.some((other) => other.name === name)) return [duplicate(at, name)]
  const wrong = dns1123Subdomain(name)
  return wrong.length > 0 ? [invalid(at, name, `authorizer name is invalid: ${wrong.join(', ')}`)] : []
}

/** Requirements beyond single fields: the names of the server's own authorizers, and the required types. */
function expectations(plans: readonly AuthorizerPlan[], at: FieldPath, needed: readonly string[]): FieldError[] {
  const missing = needed.filter((type) => !plans.some((plan) => plan.type === type)).sort()
  return [
    ...plans.flatMap(({ type, name }, i) => {
      const expected = type.toLowerCase()
      return type === WEBHOOK || name === expected
        ? []
        : [
            invalid(
              at.index(i).child('name'),
              name,
              `expected name ${expected} for authorizer ${type} instead of ${name}`,
            ),
          ]
    }),
    ...(missing.length > 0 ? [required(at, `missing required types: [${missing.join(' ')}]`)] : []),
  ]
}
