import { StoreError } from './store'

/** Whether a browser refused a write because it gives this page no more space. */
export const isNoSpace = (error: unknown): boolean =>
  (error instanceof Error || error instanceof DOMException) && error.name === 'QuotaExceededError'

/** That refusal as the store's error, with what a person can do about it. */
export const noSpaceError = (cause: unknown): StoreError =>
  new StoreError(
    'quota-exceeded',
    'the browser gives this page no more space: only deletions work; export, then delete what you can',
    { cause },
  )
