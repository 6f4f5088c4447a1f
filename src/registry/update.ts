import type { ApiObject } from '../machinery/object'
import type { Entry } from '../store/store'
import type { UpdateRules } from './write-call'
import type { Change } from './write-steps'

/** State of an update that its steps read and change. */
export interface Update extends Change {
  readonly rules: UpdateRules
  readonly entry: Entry
  /** The stored object, in the request's version. */
  readonly live: ApiObject
  readonly old: ApiObject
  /** True if the write named no version, or is a patch that can be applied to another state. */
  mayRetry: boolean
}

const NO_CONTENT: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

/** User-specified fields of either object: all except type, metadata and status. */
export const contentFields = (draft: ApiObject, old: ApiObject): string[] =>
  [...new Set([...Object.keys(draft), ...Object.keys(old)])].filter((field) => !NO_CONTENT.has(field))
