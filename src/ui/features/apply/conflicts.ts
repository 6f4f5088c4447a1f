import type { StatusError } from '../../../client/status-error'
import { type PathElement, pathText } from '../../../managed-fields/path-element'
import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { locate, type ValuePath } from '../../components/ownership/locate'
import type { NamedOwner } from '../../components/ownership/owners'
import { type Structure, UNKNOWN } from '../../components/ownership/structure'
import { writeJson } from '../../../machinery/json-text'
import { intentValue } from './intents'

/** A field that a manifest would take from another owner. */
export interface Conflict {
  /** In the server's notation: `.spec.replicas`. */
  readonly field: string
  /** The owners' names; the server's text if they cannot be found any more. */
  readonly owners: readonly string[]
  readonly message: string
  /** Absent if no owner has the path: it belongs to another API version, or is already gone. */
  readonly path?: readonly PathElement[]
  readonly mine: unknown
  readonly live: unknown
  /** Whether the manifest still contains the field. */
  readonly claimed: boolean
}

/** Whether an error is a conflict of field managers, not one of resource versions. */
export const isApplyConflict = (error: StatusError): boolean =>
  error.reason === 'Conflict' && (error.details?.causes ?? []).some(({ reason }) => reason === 'FieldManagerConflict')

/**
 * Whether an owner is the one in a cause's message: `conflict with "alice" with subresource "scale" using apps/v1 at
 * …`.
 */
const isMeant = (owner: NamedOwner, message: string): boolean => {
  const applies = !message.includes(' using ')
  return (
    message.startsWith(`conflict with ${writeJson(owner.manager)}`) &&
    applies === (owner.operation === 'Apply') &&
    message.includes(` with subresource ${writeJson(owner.subresource)}`) === (owner.subresource !== '') &&
    (applies || message.includes(` using ${owner.apiVersion}`))
  )
}

/** The conflicts in a Status with both values: one per field, with all its owners. */
export function conflictsOf(
  error: StatusError,
  text: string,
  live: ApiObject,
  owners: readonly NamedOwner[],
  structure: Structure = UNKNOWN,
): Conflict[] {
  const intent = intentValue(text)
  const found = new Map<string, Conflict>()
  for (const { reason, field = '', message = '' } of error.details?.causes ?? []) {
    if (reason !== 'FieldManagerConflict') continue
    const owner = owners.find((each) => isMeant(each, message))
    const path = [...(owner?.fields.paths() ?? [])].find((each) => pathText(each) === field)
    const name = owner?.name ?? message.replace(/^conflict with /, '')
    const known = found.get(field)
    if (known) {
      found.set(field, { ...known, owners: [...known.owners, name], message: `${known.message}; ${message}` })
      continue
    }
    const claim = path && locate(intent, path, structure)
    const there = path && locate(live, path, structure)
    found.set(field, {
      field,
      owners: [name],
      message,
      ...(path && { path }),
      mine: claim && at(intent, ...claim),
      live: there && at(live, ...there),
      claimed: claim !== undefined,
    })
  }
  return [...found.values()]
}

/** The conflicts that remain after the manifest was edited: fields that it still claims with another value. */
export function openConflicts(
  conflicts: readonly Conflict[],
  text: string,
  structure: Structure = UNKNOWN,
): readonly Conflict[] {
  const intent = intentValue(text)
  if (intent === undefined) return conflicts
  return conflicts.flatMap((conflict) => {
    if (!conflict.path) return [conflict]
    const place: ValuePath | undefined = locate(intent, conflict.path, structure)
    if (!place) return []
    const mine = at(intent, ...place)
    return writeJson(mine) === writeJson(conflict.live) ? [] : [{ ...conflict, mine }]
  })
}

/** A field's value as text: JSON, or `not set`. */
export const shownValue = (value: unknown): string =>
  value === undefined ? 'not set' : typeof value === 'string' ? writeJson(value) : writeJson(value, 1)
