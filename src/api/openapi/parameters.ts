import type { Document, OpenApiVersion } from './schemas'

/** A parameter of a call, as OpenAPI version 2 writes it. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: string
  readonly description: string
}

const query = (name: string, type: string, description: string): Parameter => ({ name, in: 'query', type, description })

/** Every call has it. */
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
/** Only list calls have it. */
export const WATCH = query('watch', 'boolean', 'Streams changes instead of listing.')
/** Every call that changes something has it. */
export const DRY_RUN = query('dryRun', 'string', 'All: everything happens except that nothing is kept.')
/** Create, update and patch have it. */
export const MANAGER = query('fieldManager', 'string', 'Name of the workflow that makes the change.')
/** Create, update and patch have it, in releases that serve it. */
export const VALIDATION = query(
  'fieldValidation',
  'string',
  'What unknown and duplicate fields lead to: Ignore, Warn or Strict.',
)
/** Only patch has it. */
export const FORCE = query('force', 'boolean', 'Takes fields over from other managers; for apply only.')
/** Parameters of delete and deletecollection. */
export const DELETE_PARAMETERS = [
  query('gracePeriodSeconds', 'integer', 'Seconds until the object is deleted; 0 is at once.'),
  query('orphanDependents', 'boolean', 'Deprecated: whether dependents are kept.'),
  query('propagationPolicy', 'string', 'What happens to dependents: Orphan, Background or Foreground.'),
]
/** A part of the path, such as the namespace. */
export const pathParameter = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  type: 'string',
  description,
})

/** The parameter in the given version of OpenAPI. */
export function writeParameter({ type, ...rest }: Parameter, version: OpenApiVersion): Document {
  const required = rest.in === 'path' && { required: true }
  return version === 2
    ? { ...rest, type, uniqueItems: true, ...required }
    : { ...rest, schema: { type, uniqueItems: true }, ...required }
}
