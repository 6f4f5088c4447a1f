import { invalid, required } from '../../../machinery/field-error'
import { goQuoted } from '../../../machinery/go-quote'
import { messageOf } from '../../../machinery/message-of'
import { dns1123Subdomain } from '../../../machinery/names'
import { parseUri, type UriParts } from '../../../machinery/uri'
import { DEFAULT_PORT } from '../../../machinery/webhook-target'
import type { Errors } from '../meta/rules'
import { isPortNumber } from '../meta/rules'

/** How a webhook is reached: by URL, or through a service. */
export interface ClientConfig {
  url?: string
  service?: { name?: string; namespace?: string; path?: string; port?: number }
  caBundle?: string
}

const FORM = '; desired format: https://host[/path]'

/** Validates a webhook's URL: `https`, a host and optionally a path. */
export function validateUrl(text: string, field: string, errors: Errors): void {
  const wrong = (part: string, why: string) => errors.push(invalid(field, part, why))
  let parts: UriParts
  try {
    parts = parseUri(text)
  } catch (error) {
    const why = messageOf(error)
    return void errors.push(required(field, `url must be a valid URL: parse ${goQuoted(text)}: ${why}${FORM}`))
  }
  const { scheme, host, userInfo, fragment, query } = parts
  if (scheme !== 'https') wrong(scheme, `'https' is the only allowed URL scheme${FORM}`)
  if (host === '') wrong('', `host must be provided${FORM}`)
  if (userInfo !== undefined) wrong(userInfo, 'user information is not permitted in the URL')
  if (fragment !== '') wrong(fragment, 'fragments are not permitted in the URL')
  if (query !== '') wrong(query, 'query parameters are not permitted in the URL')
}

function validatePath(path: string, field: string, errors: Errors): void {
  const wrong = (why: string) => errors.push(invalid(field, path, why))
  if (path === '' || path === '/') return
  if (!path.startsWith('/')) wrong("must start with a '/'")
  // The first character is skipped, whatever it is.
  const segments = path.slice(1).replace(/\/$/, '').split('/')
  for (const [i, segment] of segments.entries()) {
    if (segment === '') wrong(`segment[${i}] may not be empty`)
    else for (const why of dns1123Subdomain(segment)) wrong(`segment[${i}]: ${why}`)
  }
}

/** Validates a webhook's service reference. */
export function validateService(service: NonNullable<ClientConfig['service']>, at: string, errors: Errors): void {
  // The fields are swapped, as in the reference's messages.
  if (!service.namespace) errors.push(required(`${at}.name`, 'service name is required'))
  if (!service.name) errors.push(required(`${at}.namespace`, 'service namespace is required'))
  const port = service.port ?? DEFAULT_PORT
  if (!isPortNumber(port))
    errors.push(invalid(`${at}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'))
  if (service.path !== undefined) validatePath(service.path, `${at}.path`, errors)
}

/** Validates a client configuration: exactly one of an https URL and a service. */
export function validateClientConfig(config: ClientConfig, field: string, errors: Errors): void {
  const { url, service } = config
  if ((url === undefined) === (service === undefined))
    return void errors.push(required(field, 'exactly one of url or service is required'))
  if (url !== undefined) return validateUrl(url, `${field}.url`, errors)
  if (service) validateService(service, `${field}.service`, errors)
}
