import type { ApiObject } from '../machinery/object'
import type { Entry } from '../store/store'
import type { UpdateRules } from './write-call'
import type { Change } from './write-steps'

/** An update on its way: what its steps read and change. */
export interface Update extends Change {
  readonly rules: UpdateRules
  readonly entry: Entry
  /** What is stored, in the request's version. */
  readonly live: ApiObject
  readonly old: ApiObject
  /** The write named no version, or is a patch that can be applied to another state. */
  mayRetry: boolean
}

const NO_CONTENT: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

/** What of either object a person decides: everything but its type, metadata and status. */
export const contentFields = (draft: ApiObject, old: ApiObject): string[] =>
  [...new Set([...Object.keys(draft), ...Object.keys(old)])].filter((field) => !NO_CONTENT.has(field))
