import { StoreError, type StoreErrorCode } from '../store'

/** Any failure of the files as the store's error. */
export function fileError(what: string, error: unknown, otherwise: StoreErrorCode): StoreError {
  if (error instanceof StoreError) return error
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const options = { cause: error }
  if (name === 'QuotaExceededError')
    return new StoreError(
      'quota-exceeded',
      'the browser gives this page no more space: only deletions work; export, then delete what you can',
      options,
    )
  if (name === 'InvalidStateError') return new StoreError('closed', `${what} are closed`, options)
  const fault = otherwise === 'unreadable' ? 'can’t be read' : 'refused a write'
  return new StoreError(otherwise, `${what} ${fault}: ${String(error)}`, options)
}
