import { type ApiError, forbiddenRequest } from '../machinery/api-error'
import type { Attributes } from './authorizer'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const quote = (text: string): string => JSON.stringify(text)

/** Who may not do what where, as the message of a 403. Angle brackets in names can't become markup in a browser. */
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
  return text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character)
}

/** The 403 for a request that no authorizer allowed; `reason` is what they said. */
export const forbidden = (attributes: Attributes, reason: string): ApiError =>
  forbiddenRequest(
    { group: attributes.apiGroup, resource: attributes.isResourceRequest ? attributes.resource : '' },
    attributes.isResourceRequest ? attributes.name : '',
    reason ? `${forbiddenMessage(attributes)}: ${reason}` : forbiddenMessage(attributes),
  )
