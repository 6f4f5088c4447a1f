import { ApiError, forbiddenRequest } from '../machinery/api-error'
import { quote } from '../machinery/quote'
import { escapeMarkup, unescapeMarkup } from '../machinery/escape-markup'
import type { Attributes } from './authorizer'

/** The message of a 403. Angle brackets in names are escaped, so that a browser can't read them as markup. */
export function forbiddenMessage({
  user,
  verb,
  isResourceRequest,
  path,
  apiGroup,
  resource,
  subresource,
  namespace,
}: Attributes): string {
  const text = isResourceRequest
    ? `User ${quote(user.name)} cannot ${verb} resource ${quote(subresource ? `${resource}/${subresource}` : resource)} in API group ${quote(apiGroup)} ${
        namespace ? `in the namespace ${quote(namespace)}` : 'at the cluster scope'
      }`
    : `User ${quote(user.name)} cannot ${verb} path ${quote(path)}`
  return escapeMarkup(text)
}

const QUOTED = '("(?:[^"\\\\]|\\\\.)*")'
const RESOURCE_REFUSAL = new RegExp(
  `User ${QUOTED} cannot (\\S+) resource ${QUOTED} in API group ${QUOTED} (?:in the namespace ${QUOTED}|at the cluster scope)`,
)
const PATH_REFUSAL = new RegExp(`User ${QUOTED} cannot (\\S+) path ${QUOTED}`)

/** The facts in the message of a 403. */
export interface Refusal {
  readonly user: string
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly apiGroup: string
  /** With its subresource: `pods/log`; '' for a path. */
  readonly resource: string
  readonly namespace: string
  readonly path: string
}

/** Parses a message of `forbiddenMessage` anywhere in a text; undefined for any other refusal. */
export function readForbidden(text: string): Refusal | undefined {
  const resource = RESOURCE_REFUSAL.exec(text)
  const [, user, verb = '', what, apiGroup, namespace] = resource ?? PATH_REFUSAL.exec(text) ?? []
  if (user === undefined || what === undefined) return undefined
  const plain = (part: string | undefined): string =>
    part === undefined ? '' : unescapeMarkup(JSON.parse(part) as string)
  return {
    user: plain(user),
    verb,
    isResourceRequest: resource !== null,
    apiGroup: plain(apiGroup),
    resource: resource ? plain(what) : '',
    namespace: plain(namespace),
    path: resource ? '' : plain(what),
  }
}

/** A request that no authorizer allowed. */
export class AccessRefusal extends ApiError {
  /** `why` is the reason of the authorizers. */
  constructor(
    { code, reason, message, details }: ApiError,
    readonly why: string,
  ) {
    super(code, reason, message, details)
  }
}

/** The 403 for a request that no authorizer allowed; `reason` combines their reasons. */
export const forbidden = (attributes: Attributes, reason: string): AccessRefusal =>
  new AccessRefusal(
    forbiddenRequest(
      { group: attributes.apiGroup, resource: attributes.isResourceRequest ? attributes.resource : '' },
      attributes.isResourceRequest ? attributes.name : '',
      reason ? `${forbiddenMessage(attributes)}: ${reason}` : forbiddenMessage(attributes),
    ),
    reason,
  )
