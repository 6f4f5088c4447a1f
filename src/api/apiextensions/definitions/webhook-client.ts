import { addAll } from '../../../machinery/lists'
import { FieldPath, forbidden, invalid, notSupported, required, type FieldError } from '../../../machinery/field-error'
import { dns1035Label, dns1123Subdomain, portNumber } from '../../../machinery/names'
import type { DefinitionConversion, WebhookClient } from '../definition'
import { validateUrl } from '../../kinds/shared/client-config'
import { REVIEW_VERSIONS } from '../webhook-converter'

function urlErrors(text: string, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  validateUrl(text, String(at), errors)
  return errors
}

function pathErrors(path: string, at: FieldPath): FieldError[] {
  if (path === '' || path === '/') return []
  const errors = path.startsWith('/') ? [] : [invalid(at, path, "must begin with '/'")]
  const segments = path.slice(1).replace(/\/$/, '').split('/')
  segments.forEach((segment, i) => {
    if (segment === '') errors.push(invalid(at, path, `segment ${i} must not be empty`))
    else for (const text of dns1123Subdomain(segment)) errors.push(invalid(at, path, `segment ${i}: ${text}`))
  })
  return errors
}

function serviceErrors(service: NonNullable<WebhookClient['service']>, at: FieldPath): FieldError[] {
  const { name, namespace, path, port = 443 } = service
  return [
    ...(name ? [] : [required(at.child('name'), 'the name of the service is required')]),
    ...(namespace ? [] : [required(at.child('namespace'), 'the namespace of the service is required')]),
    ...(path === undefined ? [] : pathErrors(path, at.child('path'))),
    ...portNumber(port).map((text) => invalid(at.child('port'), port, `the port ${text}`)),
  ]
}

function reviewVersionErrors(versions: readonly string[], recognized: boolean, at: FieldPath): FieldError[] {
  if (versions.length === 0) return [required(at)]
  const errors = versions.flatMap((version, i) =>
    versions.indexOf(version) < i
      ? [invalid(at.index(i), version, 'must not be given twice')]
      : dns1035Label(version).map((text) => invalid(at.index(i), version, text)),
  )
  if (recognized && !versions.some((version) => REVIEW_VERSIONS.includes(version)))
    errors.push(invalid(at, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`))
  return errors
}

/** Whether a webhook could be asked in one of these versions; old objects that name none are left alone. */
export const hasKnownReviewVersion = (versions: readonly string[] = []): boolean =>
  versions.length === 0 || versions.some((version) => REVIEW_VERSIONS.includes(version))

/** Errors of a conversion; fields have the names that both versions of definitions answer with. */
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
    const why = 'must not be given where the strategy is not Webhook'
    if (clientConfig) errors.push(forbidden(clientAt, why))
    if (conversionReviewVersions.length > 0) errors.push(forbidden(versionsAt, why))
    return errors
  }
  if (!clientConfig) errors.push(required(clientAt, 'required when strategy is set to Webhook'))
  else if ((clientConfig.url === undefined) === (clientConfig.service === undefined))
    errors.push(required(clientAt, 'exactly one of url and service is required'))
  else if (clientConfig.url !== undefined) addAll(errors, urlErrors(clientConfig.url, clientAt.child('url')))
  else if (clientConfig.service) addAll(errors, serviceErrors(clientConfig.service, clientAt.child('service')))
  return [...errors, ...reviewVersionErrors(conversionReviewVersions, recognized, versionsAt)]
}
