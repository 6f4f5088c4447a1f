import { invalid, required } from '../../../machinery/field-error'
import type { Errors } from '../meta/rules'
import { isPortNumber } from '../meta/rules'

/** How something outside is reached: by URL, or as a service. */
export interface ClientConfig {
  url?: string
  service?: { name?: string; namespace?: string; path?: string; port?: number }
  caBundle?: string
}

/** Scheme, authority and the rest; the browser's own parser would forgive a missing host. */
const URL_PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s

function validateUrl(text: string, field: string, errors: Errors): void {
  const wrong = (why: string) => errors.push(invalid(field, text, why))
  const parts = URL_PARTS.exec(text)
  const [, scheme, authority = '', , query, fragment] = parts ?? []
  // A colon in the first segment of a path without a scheme, or a broken port or escape: no URL at all.
  const broken =
    !parts || /[\s<>"{}|\\^`]/.test(text) || /%(?![0-9A-Fa-f]{2})/.test(text) || /:(?!\d*$)[^:@\]]*$/.test(authority)
  if (broken) return void errors.push(required(field, 'url must be a valid URL'))
  if (scheme?.toLowerCase() !== 'https') wrong("'https' is the only allowed URL scheme")
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  if (host === '') wrong('host must be specified')
  if (authority.includes('@')) wrong('user information is not permitted in the URL')
  if (fragment !== undefined && fragment.length > 1) wrong('fragments are not permitted in the URL')
  if (query !== undefined && query.length > 1) wrong('query parameters are not permitted in the URL')
}

function validatePath(path: string, field: string, errors: Errors): void {
  const wrong = (why: string) => errors.push(invalid(field, path, why))
  if (path === '') return
  if (path === '/') return
  if (!path.startsWith('/')) wrong("must start with a '/'")
  const segments = path
    .slice(path.startsWith('/') ? 1 : 0)
    .replace(/\/$/, '')
    .split('/')
  for (const [i, segment] of segments.entries()) {
    if (segment === '') wrong(`segment[${i}] may not be empty`)
    else if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(segment))
      wrong(`segment[${i}]: must be a lowercase RFC 1123 subdomain`)
  }
}

/** Checks where a callback is: exactly one of a secure URL and a service. */
export function validateClientConfig(config: ClientConfig, field: string, errors: Errors): void {
  const { url, service } = config
  if ((url === undefined) === (service === undefined))
    return void errors.push(required(field, 'exactly one of url or service is required'))
  if (url !== undefined) return validateUrl(url, `${field}.url`, errors)
  const at = `${field}.service`
  // Servers of this API report each of the two at the other's path, and clients have come to know it.
  if (!service?.namespace) errors.push(required(`${at}.name`, 'service namespace is required'))
  if (!service?.name) errors.push(required(`${at}.namespace`, 'service name is required'))
  const port = service?.port ?? 443
  if (!isPortNumber(port))
    errors.push(invalid(`${at}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'))
  if (service?.path !== undefined) validatePath(service.path, `${at}.path`, errors)
}
