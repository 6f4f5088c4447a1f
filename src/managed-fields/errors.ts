import type { Owner } from './owners'
import { type PathElement, pathText } from './path-element'

/** One field that another manager owns and that an intent would change. */
export interface FieldConflict {
  /** The path as people read it, such as `.spec.containers[name="a"].image`. */
  readonly field: string
  readonly path: readonly PathElement[]
  /** Who owns it. */
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

/** Thrown when an intent that is not forced would change what others own: one conflict a field and owner. */
export class ApplyConflict extends Error {
  override readonly name = 'ApplyConflict'
  constructor(readonly conflicts: readonly FieldConflict[]) {
    super(summary(conflicts))
  }
}

/**
 * Thrown when a body can't be an intent. `field` is where, such as `spec.ports[port=80]`; absent when the request as a
 * whole is wrong.
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
