import { addAll } from '../../../machinery/lists'
import { FieldPath, forbidden, invalid, notSupported, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { dns1035Label } from '../../../machinery/names'
import type { DefinitionConversion, WebhookClient } from '../definition'
import { validateService, validateUrl } from '../../kinds/shared/client-config'
import { REVIEW_VERSIONS } from '../webhook-converter'

function urlErrors(text: string, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  validateUrl(text, String(at), errors)
  return errors
}

function serviceErrors(service: NonNullable<WebhookClient['service']>, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  validateService(service, String(at), errors)
  return errors
}

function reviewVersionErrors(versions: readonly string[], recognized: boolean, at: FieldPath): FieldError[] {
  if (versions.length === 0) return [required(at)]
  const errors = versions.flatMap((version, i) =>
    versions.indexOf(version) < i
      ? [invalid(at.index(i), version, 'duplicate version')]
      : dns1035Label(version).map((text) => invalid(at.index(i), version, text)),
  )
  if (recognized && !versions.some((version) => REVIEW_VERSIONS.includes(version)))
    errors.push(invalid(at, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`))
  return errors
}

/** Whether one of a webhook's review versions is supported; old objects without any are accepted. */
export const hasKnownReviewVersion = (versions: readonly string[] = []): boolean =>
  versions.length === 0 || versions.some((version) => REVIEW_VERSIONS.includes(version))

/** Errors of a conversion; field names are those that both versions of definitions report. */
export function conversionErrors(
  conversion: DefinitionConversion | undefined,
  recognized: boolean,
  at: FieldPath,
): FieldError[] {
  if (!conversion) return []
  const { strategy = '', webhook = {} } = conversion
  const { clientConfig, conversionReviewVersions = [] } = webhook
  const clientAt = at.child('webhookClientConfig')
  const versionsAt = at.child('conversionReviewVersions')
  const errors: FieldError[] = []
  if (strategy === '') errors.push(required(at.child('strategy')))
  else if (strategy !== 'None' && strategy !== 'Webhook')
    errors.push(notSupported(at.child('strategy'), strategy, ['None', 'Webhook']))
  if (strategy !== 'Webhook') {
    const why = 'should not be set when strategy is not set to Webhook'
    if (clientConfig) errors.push(forbidden(clientAt, why))
    if (conversionReviewVersions.length > 0) errors.push(forbidden(versionsAt, why))
    return errors
  }
  if (!clientConfig) errors.push(required(clientAt, 'required when strategy is set to Webhook'))
  else if ((clientConfig.url === undefined) === (clientConfig.service === undefined))
    errors.push(required(clientAt, 'exactly one of url or service is required'))
  else if (clientConfig.url !== undefined) addAll(errors, urlErrors(clientConfig.url, clientAt.child('url')))
  else if (clientConfig.service) addAll(errors, serviceErrors(clientConfig.service, clientAt.child('service')))
  return [...errors, ...reviewVersionErrors(conversionReviewVersions, recognized, versionsAt)]
}
