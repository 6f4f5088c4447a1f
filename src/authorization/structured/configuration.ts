import { parseConfiguration, throwFieldErrors } from '../../machinery/config-shape'
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../machinery/field-error'
import { parseGoDuration } from '../../machinery/go-duration'
import { dns1123Subdomain } from '../../machinery/names'
import { authorizationForm, type AuthorizationFile, type AuthorizerEntry, type WebhookEntry } from './form'
import { compileCondition, type MatchCondition } from './match-conditions'

/** A webhook as configured in the file, validated. Times are in milliseconds. */
export interface WebhookPlan {
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  readonly timeoutMs: number
  readonly version: 'v1' | 'v1beta1'
  readonly failurePolicy: 'NoOpinion' | 'Deny'
  readonly configFile: string
  readonly conditions: readonly MatchCondition[]
}
export interface AuthorizerPlan {
  readonly type: string
  readonly name: string
  /** Set for the type Webhook. */
  readonly webhook?: WebhookPlan
}

interface Reading {
  readonly release: number
  /** Requests include their selectors. */
  readonly selectors: boolean
  readonly modes: readonly string[]
  /** Types that the file must contain. */
  readonly needed: readonly string[]
}

const MOST_CONDITIONS = 64
const LONGEST_TIMEOUT_MS = 30_000
const WEBHOOK = 'Webhook'

/**
 * Parses the content of `--authorization-config`.
 * @throws ConfigError that names each field at fault
 */
export function readAuthorizationConfiguration(text: string, where: string, reading: Reading): AuthorizerPlan[] {
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

interface Place {
  readonly at: FieldPath
  readonly errors: FieldError[]
  readonly reading: Reading
}

function readAuthorizer(
  { type = '', name = '', webhook }: AuthorizerEntry,
  before: readonly AuthorizerEntry[],
  { at, errors, reading }: Place,
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

function readWebhook(webhook: WebhookEntry, place: Place): WebhookPlan {
  const { at, errors } = place
  const { subjectAccessReviewVersion: version = '', failurePolicy = '', connectionInfo = {} } = webhook
  const { cacheAuthorizedRequests = true, cacheUnauthorizedRequests = true, matchConditions = [] } = webhook
  const timeoutMs = duration(webhook.timeout, at.child('timeout'), errors)
  if (timeoutMs === 0) errors.push(required(at.child('timeout')))
  else if (timeoutMs > LONGEST_TIMEOUT_MS || timeoutMs < 0)
    errors.push(invalid(at.child('timeout'), webhook.timeout, 'must be > 0s and <= 30s'))
  const ttl = (name: 'authorizedTTL' | 'unauthorizedTTL', fallback: string): number => {
    const ms = duration(webhook[name], at.child(name), errors) || duration(fallback, at, errors)
    if (ms < 0) errors.push(invalid(at.child(name), webhook[name], 'must be > 0s'))
    return ms
  }
  const authorizedTtlMs = ttl('authorizedTTL', '5m')
  const unauthorizedTtlMs = ttl('unauthorizedTTL', '30s')
  errors.push(...oneOf(version, at.child('subjectAccessReviewVersion'), ['v1', 'v1beta1']))
  const conditionVersion = webhook.matchConditionSubjectAccessReviewVersion ?? ''
  const versionAt = at.child('matchConditionSubjectAccessReviewVersion')
  if (conditionVersion !== '') errors.push(...oneOf(conditionVersion, versionAt, ['v1']))
  else if (matchConditions.length > 0) errors.push(required(versionAt, 'required if match conditions are specified'))
  errors.push(...oneOf(failurePolicy, at.child('failurePolicy'), ['NoOpinion', 'Deny']))
  errors.push(...connectionErrors(connectionInfo, at.child('connectionInfo')))
  return {
    authorizedTtlMs: cacheAuthorizedRequests ? authorizedTtlMs : 0,
    unauthorizedTtlMs: cacheUnauthorizedRequests ? unauthorizedTtlMs : 0,
    timeoutMs,
    version: version === 'v1' ? 'v1' : 'v1beta1',
    failurePolicy: failurePolicy === 'Deny' ? 'Deny' : 'NoOpinion',
    configFile: connectionInfo.kubeConfigFile ?? '',
    conditions: readConditions(matchConditions, { ...place, at: at.child('matchConditions') }),
  }
}

function duration(text: string | undefined, at: FieldPath, errors: FieldError[]): number {
  const ms = text === undefined || text === '' ? 0 : parseGoDuration(text)
  if (ms === undefined) errors.push(invalid(at, text, 'must be a duration such as 5m or 30s'))
  return ms ?? 1
}

const oneOf = (value: string, at: FieldPath, supported: readonly string[]): FieldError[] =>
  value === '' ? [required(at)] : supported.includes(value) ? [] : [notSupported(at, value, supported)]

/** Absolute paths, and `data:` URLs, which a tab uses for files. */
const STANDS_ALONE = /^(\/|[A-Za-z]:[\\/]|data:)/

function connectionErrors(
  { type = '', kubeConfigFile = '' }: NonNullable<WebhookEntry['connectionInfo']>,
  at: FieldPath,
): FieldError[] {
  const file = at.child('kubeConfigFile')
  const wrong = oneOf(type, at.child('type'), ['InClusterConfig', 'KubeConfigFile'])
  if (wrong.length > 0) return wrong
  if (type === 'InClusterConfig')
    return kubeConfigFile === ''
      ? [invalid(at.child('type'), type, 'is not allowed for an API server, which has no such configuration')]
      : [invalid(file, kubeConfigFile, 'can only be set when type=KubeConfigFile')]
  if (kubeConfigFile === '') return [required(file)]
  return STANDS_ALONE.test(kubeConfigFile) ? [] : [invalid(file, kubeConfigFile, 'must be an absolute path')]
}

function readConditions(
  conditions: NonNullable<WebhookEntry['matchConditions']>,
  { at, errors, reading }: Place,
): MatchCondition[] {
  if (conditions.length > MOST_CONDITIONS) {
    errors.push(tooMany(at, conditions.length, MOST_CONDITIONS))
    return []
  }
  const seen = new Set<string>()
  return conditions.flatMap(({ expression = '' }, i) => {
    const here = at.index(i).child('expression')
    if (expression.trim() === '') errors.push(required(here))
    else if (seen.has(expression)) errors.push(duplicate(here, expression))
    else {
      seen.add(expression)
      const compiled = compileCondition(expression, reading.release, reading.selectors)
      if (typeof compiled !== 'string') return [compiled]
      errors.push(invalid(here, expression, compiled))
    }
    return []
  })
}
