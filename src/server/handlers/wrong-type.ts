import { type ApiError, badRequest } from '../../machinery/api-error'
import { apiVersionOf, parseApiVersion } from '../../machinery/object'
import { namesHintFor } from '../../names/choice'
import type { Catalogue } from '../../registry/catalogue'

/** The built-in kind that a path expects. */
export interface Expected {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly hub?: { readonly prefix: string; readonly group: string }
}

/** The package of a real server's internal types for a group. */
const packageOf = (group: string): string => group.split('.', 1)[0] || 'core'

/** A real server's Go type for the internal form of a kind. */
export const goTypeOf = ({ custom, group, hub, kind }: Expected & { readonly custom?: boolean }): string =>
  custom ? 'unstructured.Unstructured' : `${packageOf(hub?.group ?? group)}.${kind}`

/** The refusal of a body of this kind and version that can't be read as the kind of its path. */
export const cannotBeHandled = (
  { kind, version }: { readonly kind: string; readonly version: string },
  as: string,
  why: string,
): ApiError => badRequest(`${kind} in version "${version}" cannot be handled as a ${as}: ${why}`)

/** Why an object can't be converted to the internal form of a built-in type; undefined for another version of that type. */
export function typeProblem(
  { apiVersion, kind }: { apiVersion: string; kind: string },
  { group, kind: wanted, hub }: Expected,
  catalogue: Catalogue,
): string | undefined {
  const { group: given, version } = parseApiVersion(apiVersion) ?? { group: '', version: apiVersion }
  const known = catalogue.findKind(given, version, kind)
  if (known !== undefined && hub !== undefined && known.hub.prefix === hub.prefix) return undefined
  return known === undefined
    ? `no kind "${kind}" is registered for version "${apiVersion}"`
    : `converting (${version}.${kind}) to (${packageOf(hub?.group ?? group)}.${wanted}): unknown conversion`
}

/**
 * The refusal of a body whose kind or version is not that of its path. A real server first converts the body to the internal form of the
 * path's kind, which fails unless the body is another version of the same kind.
 */
export function wrongType(given: { apiVersion: string; kind: string }, type: Expected, catalogue: Catalogue): ApiError {
  const { apiVersion, kind } = given
  const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: apiVersion }
  const hint = namesHintFor(apiVersion)
  const isKnown = kind === type.kind && group === type.group && catalogue.hasGroupVersion(group, version)
  const problem = typeProblem(given, type, catalogue)
  if (problem === undefined || isKnown)
    return badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(type)})${hint}`,
    )
  return cannotBeHandled({ kind, version }, type.kind, `${problem}${hint}`)
}
