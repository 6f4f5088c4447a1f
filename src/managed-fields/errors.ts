import type { Owner } from './owners'
import { type PathElement, pathText } from './path-element'

/** A field owned by another manager that an applied configuration would change. */
export interface FieldConflict {
  /** The path for people, such as `.spec.containers[name="a"].image`. */
  readonly field: string
  readonly path: readonly PathElement[]
  /** The owning manager. */
  readonly manager: string
  readonly operation: string
  readonly apiVersion: string
  readonly subresource: string
  readonly message: string
}

function ownerText({ manager, operation, apiVersion, subresource }: Owner): string {
  const name = JSON.stringify(manager) + (subresource && ` with subresource ${JSON.stringify(subresource)}`)
  if (operation === 'Apply') return name
  return `${name} using ${apiVersion}`
}

/** A conflict over one field, with the manager that owns it. */
export const conflictWith = (owner: Owner, path: readonly PathElement[]): FieldConflict => ({
  field: pathText(path),
  path,
  manager: owner.manager,
  operation: owner.operation,
  apiVersion: owner.apiVersion,
  subresource: owner.subresource,
  message: `conflict with ${ownerText(owner)}`,
})

function summary(conflicts: readonly FieldConflict[]): string {
  const [only] = conflicts
  if (conflicts.length === 1 && only) return `Apply failed with 1 conflict: ${only.message}: ${only.field}`
  const byOwner = new Map<string, string[]>()
  for (const { message, field } of conflicts) byOwner.set(message, [...(byOwner.get(message) ?? []), `- ${field}`])
  const lines = [...byOwner].flatMap(([message, fields]) => [`${message.replace('conflict', 'conflicts')}:`, ...fields])
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`
}

/** Thrown when an apply without force would change fields of other managers: one conflict per field and owner. */
export class ApplyConflict extends Error {
  override readonly name = 'ApplyConflict'
  constructor(readonly conflicts: readonly FieldConflict[]) {
    super(summary(conflicts))
  }
}

/**
 * Thrown when a body is not a valid applied configuration. `field` is the location, such as `spec.ports[port=80]`; absent if the request
 * as a whole is wrong.
 */
export class IntentError extends Error {
  override readonly name = 'IntentError'
  constructor(
    message: string,
    readonly field?: string,
    readonly value?: unknown,
  ) {
    super(message)
  }
}
