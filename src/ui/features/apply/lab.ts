import type { ApiObject } from '../../../machinery/object'
import type { NumberedMark } from '../../components/ownership/marks'
import type { NamedOwner } from '../../components/ownership/owners'
import type { Structure } from '../../components/ownership/structure'
import type { ResourceInfo } from '../../queries/discovery'
import type { ObjectHistory } from '../../queries/object-history'
import type { Conflict } from './conflicts'
import type { Action } from './export'

/** The object of a lab. */
export interface LabTarget {
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly name: string
}

/** The outcome of a manager's last request. */
export type SendOutcome =
  | {
      readonly type: 'stored'
      readonly object: ApiObject
      readonly changed: boolean
      readonly what: string
      readonly warnings: readonly string[]
    }
  | {
      readonly type: 'preview'
      readonly object: ApiObject
      readonly what: string
      readonly warnings: readonly string[]
    }
  | { readonly type: 'conflict'; readonly conflicts: readonly Conflict[]; readonly dryRun: boolean }
  | { readonly type: 'failed'; readonly error: unknown }

/** A manager with its editor. */
export interface Manager {
  readonly name: string
  readonly text: string
  /** The last applied text; undefined if there is none. */
  readonly applied: string | undefined
  /** Its managedFields entry, while it owns fields by apply. */
  readonly owner: NamedOwner | undefined
  readonly outcome: SendOutcome | undefined
  readonly busy: boolean
}

/** A manager's request. */
export interface Sending {
  readonly kind: Action['kind']
  readonly manager: string
  readonly body: string
  readonly contentType?: string
  readonly subresource?: string
  readonly force?: boolean
  readonly dryRun?: boolean
  /** Title of its outcome. */
  readonly what?: string
}

/** Everything that the lab knows about an object, and its actions. */
export interface Lab {
  readonly target: LabTarget
  readonly key: string
  readonly history: ObjectHistory
  /** The current object; absent while it does not exist. */
  readonly live: ApiObject | undefined
  readonly owners: readonly NamedOwner[]
  readonly structure: Structure
  readonly marks: ReadonlyMap<string, NumberedMark>
  readonly managers: readonly Manager[]
  readonly actions: readonly Action[]
  readonly setText: (manager: string, text: string) => void
  readonly addManager: (manager: string, text?: string) => void
  /** Removes an editor; its manager keeps its fields. */
  readonly putAway: (manager: string) => void
  readonly apply: (
    manager: string,
    options?: { force?: boolean; dryRun?: boolean; text?: string },
  ) => Promise<SendOutcome>
  /** Applies an empty manifest, and keeps the text. */
  readonly withdraw: (manager: string, options?: { dryRun?: boolean }) => Promise<SendOutcome>
  readonly send: (sending: Sending) => Promise<SendOutcome>
  /** Dry-runs an apply without recording it; resolves to the resulting object. Rejects with the server's refusal. */
  readonly tryOut: (manager: string, text: string, force: boolean) => Promise<ApiObject>
  /** Restores the manifests as they were when they were refused. */
  readonly takeTextsBack: () => void
  readonly clearOutcome: (manager: string) => void
  readonly outcomeOf: (manager: string) => SendOutcome | undefined
}
