import { isNoSpace, noSpaceError } from '../no-space'
import { StoreError, type StoreErrorCode } from '../store'

/** Wraps a file failure in a `StoreError`. */
export function fileError(what: string, error: unknown, otherwise: StoreErrorCode): StoreError {
  if (error instanceof StoreError) return error
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const options = { cause: error }
  if (isNoSpace(error)) return noSpaceError(error)
  if (name === 'InvalidStateError') return new StoreError('closed', `${what} are closed`, options)
  const fault = otherwise === 'unreadable' ? 'can’t be read' : 'refused a write'
  return new StoreError(otherwise, `${what} ${fault}: ${String(error)}`, options)
}
