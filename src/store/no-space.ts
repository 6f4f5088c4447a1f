import { StoreError } from './store'

/** Whether a write failed because the browser's storage quota is used up. */
export const isNoSpace = (error: unknown): boolean =>
  (error instanceof Error || error instanceof DOMException) && error.name === 'QuotaExceededError'

/** That failure as a `StoreError`, with advice for the person. */
export const noSpaceError = (cause: unknown): StoreError =>
  new StoreError(
    'quota-exceeded',
    'the browser gives this page no more space: only deletions work; export, then delete what you can',
    { cause },
  )
