/**
 * Why a patch was not applied. `malformed`: the document is no patch of its kind; `test-failed`, `missing-path` and
 * `invalid`: it is one, but does not fit the object; `too-many-operations`; the others concern strategic merge patches.
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
  | 'keys-not-retained'
  | 'unknown-directive'
  | 'wrong-order'

/** Status codes as servers of this API answer them: a directive that makes no sense is not told apart from a defect. */
const CODES: Readonly<Record<PatchErrorKind, 400 | 413 | 422 | 500>> = {
  malformed: 400,
  'test-failed': 422,
  'missing-path': 422,
  invalid: 422,
  'too-many-operations': 413,
  'list-of-lists': 422,
  'keys-not-retained': 422,
  'mixed-items': 500,
  'missing-merge-key': 500,
  'unknown-directive': 500,
  'wrong-order': 500,
}

/** A patch that can't be applied; `code` is the HTTP status that a server answers with. */
export class PatchError extends Error {
  override readonly name = 'PatchError'
  constructor(
    readonly kind: PatchErrorKind,
    message: string,
    /** Position of the JSON Patch operation that failed. */
    readonly operation?: number,
  ) {
    super(message)
  }
  get code(): 400 | 413 | 422 | 500 {
    return CODES[this.kind]
  }
}
