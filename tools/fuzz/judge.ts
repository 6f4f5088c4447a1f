import type { FuzzRequest } from './requests'

/** A server's answer. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Server errors that the reference returns in the same case, and why. */
const EXPECTED: readonly { readonly status: number; readonly message: RegExp; readonly why: string }[] = [
  { status: 500, message: /resourceVersion|is no version/, why: 'a resourceVersion that is no number has no reason' },
  {
    status: 500,
    message:
      /\$patch|merge key|must be of one type|\$setElementOrder|order of the patch|strconv\.Parse|element types are not identical|lists of lists|patch format|list of values/,
    why: 'strategic patches',
  },
  {
    status: 500,
    message:
      /expected a (map|\[\])|expected slice or array|unable to find api field|is not a map|no elements in any|unknown patch type|merging lists cannot/,
    why: 'directives of strategic patches whose values have wrong types',
  },
  {
    status: 500,
    message: /DeleteOptions|delete request|kind must be|apiVersion must be|object provided/,
    why: 'delete options',
  },
  {
    status: 500,
    message:
      /couldn'+t get version\/kind|bytes of the binary form|unexpected GroupVersion|the text is not|nested deeper/,
    why: 'delete options that cannot be read',
  },
  { status: 500, message: /impersonat|Impersonate/i, why: 'groups or extras of nobody' },
  {
    status: 500,
    message: /not served|binding|target|scale|replicas|selector/i,
    why: 'subresources without what they act on',
  },
  {
    status: 500,
    message: /no kind .* is registered for version|to \(v1\.DeleteOptions\): unknown conversion/,
    why: 'delete options of another kind or version',
  },
  { status: 500, message: /failed to create typed patch object/, why: 'applied fields that the type does not have' },
  { status: 500, message: /expected objects of the same type/, why: 'applied configurations of another kind' },
  {
    status: 500,
    message: /failed to convert new object to proper version/,
    why: 'applied values that have the right type and can not be read',
  },
  { status: 500, message: /object has no apiVersion field/, why: 'custom objects without a version' },
  { status: 500, message: /calling webhook|failed calling/, why: 'webhooks of the scenarios that nobody answers' },
  { status: 500, message: /no preferred addresses found/, why: 'pods on nodes that have no address' },
  {
    status: 503,
    message: /proxy|endpoints|upgrade|unavailable/i,
    why: 'there are no nodes or pods to connect to',
  },
  {
    status: 504,
    message: /Too large resource version|request did not complete/,
    why: 'a version that is not reached, or ?timeout=',
  },
]

/** The problem of a response; undefined if there is none. */
export function faultIn({ method }: FuzzRequest, { status, type, text }: Answer): string | undefined {
  if (status < 200 || status > 599) return `status ${status}`
  if (status < 400 || method === 'HEAD') return undefined
  if (status >= 500 && !EXPECTED.some((one) => one.status === status && one.message.test(text)))
    return `status ${status}: ${text.slice(0, 200)}`
  if (!type.startsWith('application/json')) return undefined
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    // The answer for an unknown path outside the API lists the paths that are served; errors of the API are Status objects.
    if (status === 404 && Array.isArray(body['paths'])) return undefined
    if (body['kind'] !== 'Status' || typeof body['message'] !== 'string') return 'the error is no Status'
    return body['code'] === status || status >= 500 ? undefined : `the Status says ${String(body['code'])}`
  } catch {
    return 'the error is not JSON'
  }
}
