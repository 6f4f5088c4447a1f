import type { Document } from './schema-markers'
import type { OpenApiVersion } from './definition-names'

/** A call's parameter, in OpenAPI v2 form. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: string
  readonly description: string
}

const query = (name: string, type: string, description: string): Parameter => ({ name, in: 'query', type, description })

/** Accepted by every call. */
export const PRETTY = query('pretty', 'string', 'Whether the answer is indented for people.')
/** Parameters of list and deletecollection. */
export const LIST_PARAMETERS = [
  query('allowWatchBookmarks', 'boolean', 'Asks for BOOKMARK events in a watch.'),
  query('continue', 'string', 'The token of the page before; asks for the next page.'),
  query('fieldSelector', 'string', 'Restricts the objects by their fields.'),
  query('labelSelector', 'string', 'Restricts the objects by their labels.'),
  query('limit', 'integer', 'The most items in one page.'),
  query('resourceVersion', 'string', 'The version that the answer is about; its meaning depends on the call.'),
  query('resourceVersionMatch', 'string', 'How resourceVersion applies: Exact or NotOlderThan.'),
  query('timeoutSeconds', 'integer', 'How long the call may last.'),
]
/** Accepted by list calls. */
export const WATCH = query('watch', 'boolean', 'Streams changes instead of listing.')
/** Accepted by every write. */
export const DRY_RUN = query('dryRun', 'string', 'All: everything happens except that nothing is kept.')
/** Accepted by create, update and patch. */
export const MANAGER = query('fieldManager', 'string', 'Name of the workflow that makes the change.')
/** Accepted by create, update and patch, in releases with field validation. */
export const VALIDATION = query(
  'fieldValidation',
  'string',
  'What unknown and duplicate fields lead to: Ignore, Warn or Strict.',
)
/** Accepted by patch. */
export const FORCE = query('force', 'boolean', 'Takes fields over from other managers; for apply only.')
/** Parameters of delete and deletecollection. */
export const DELETE_PARAMETERS = [
  query('gracePeriodSeconds', 'integer', 'Seconds until the object is deleted; 0 is at once.'),
  query('orphanDependents', 'boolean', 'Deprecated: whether dependents are kept.'),
  query('propagationPolicy', 'string', 'What happens to dependents: Orphan, Background or Foreground.'),
]
/** A path parameter, such as the namespace. */
export const pathParameter = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  type: 'string',
  description,
})

/** Writes a parameter for an OpenAPI version. */
export function writeParameter({ type, ...rest }: Parameter, version: OpenApiVersion): Document {
  const required = rest.in === 'path' && { required: true }
  return version === 2
    ? { ...rest, type, uniqueItems: true, ...required }
    : { ...rest, schema: { type, uniqueItems: true }, ...required }
}
