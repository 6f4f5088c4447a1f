import { FieldPath, invalid, notSupported, required, duplicate, tooMany } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { parseGoDuration } from '../../machinery/go-duration'
import type { WebhookEntry } from './form'
import { type MatchCondition, compileCondition } from './match-conditions'

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

/** What the reading of a file depends on. */
export interface ReadingOptions {
  readonly release: number
  /** Requests include their selectors. */
  readonly selectors: boolean
  readonly modes: readonly string[]
  /** Types that the file must contain. */
  readonly needed: readonly string[]
}

const LONGEST_TIMEOUT_MS = 30_000

/** Where an entry stands in the file, and the errors found so far. */
export interface SettingsPlace {
  readonly at: FieldPath
  readonly errors: FieldError[]
  readonly reading: ReadingOptions
}

/** Reads a webhook’s settings; adds its errors to those of the place. */
export function readWebhook(webhook: WebhookEntry, place: SettingsPlace): WebhookPlan {
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

const MOST_CONDITIONS = 64

/** Compiles the match conditions of a webhook. */
export function readConditions(
  conditions: NonNullable<WebhookEntry['matchConditions']>,
  { at, errors, reading }: SettingsPlace,
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
