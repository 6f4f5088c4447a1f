/**
 * Why a patch was not applied. `malformed`: not a patch of its type; `test-failed`, `missing-path` and `invalid`: it does not fit the
 * object; `too-many-operations`; the others are specific to strategic merge patches.
 */
export type PatchErrorKind =
  | 'malformed'
  | 'test-failed'
  | 'missing-path'
  | 'invalid'
  | 'too-many-operations'
  | 'list-of-lists'
  | 'mixed-items'
  | 'missing-merge-key'
  | 'unknown-directive'
  | 'wrong-order'
  | 'wrong-type'
  | 'no-such-field'

/** Status codes used by servers of this API; they answer an invalid directive like an internal error. */
const CODES: Readonly<Record<PatchErrorKind, 400 | 413 | 422 | 500>> = {
  malformed: 400,
  'test-failed': 422,
  'missing-path': 422,
  invalid: 422,
  'too-many-operations': 413,
  'list-of-lists': 422,
  'mixed-items': 500,
  'missing-merge-key': 500,
  'unknown-directive': 500,
  'wrong-order': 500,
  'wrong-type': 500,
  'no-such-field': 500,
}

/** A patch that can't be applied; `code` is the HTTP status of the response. */
export class PatchError extends Error {
  override readonly name = 'PatchError'
  constructor(
    readonly kind: PatchErrorKind,
    message: string,
    /** Index of the JSON Patch operation that failed. */
    readonly operation?: number,
  ) {
    super(message)
  }
  get code(): 400 | 413 | 422 | 500 {
    return CODES[this.kind]
  }
}
