import type { ApiObject } from '../../../machinery/object'
import type { NumberedMark } from '../../components/ownership/marks'
import type { NamedOwner } from '../../components/ownership/owners'
import type { Structure } from '../../components/ownership/structure'
import type { ResourceInfo } from '../../queries/discovery'
import type { Conflict } from './conflicts'
import type { Action } from './export'
import type { ObjectHistory } from './use-object-history'

/** The object that a lab is about. */
export interface LabTarget {
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly name: string
}

/** What came of a manager's last request. */
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
  /** The text that was applied last; undefined when none was. */
  readonly applied: string | undefined
  /** Its entry, while it owns something by applying. */
  readonly owner: NamedOwner | undefined
  readonly outcome: SendOutcome | undefined
  readonly busy: boolean
}

/** A request of a manager. */
export interface Sending {
  readonly kind: Action['kind']
  readonly manager: string
  readonly body: string
  readonly contentType?: string
  readonly subresource?: string
  readonly force?: boolean
  readonly dryRun?: boolean
  /** What it is called where its outcome is shown. */
  readonly what?: string
}

/** Everything that the lab knows of one object and can do to it. */
export interface Lab {
  readonly target: LabTarget
  readonly key: string
  readonly history: ObjectHistory
  /** The object as it is now; absent while it does not exist. */
  readonly live: ApiObject | undefined
  readonly owners: readonly NamedOwner[]
  readonly structure: Structure
  readonly marks: ReadonlyMap<string, NumberedMark>
  readonly managers: readonly Manager[]
  readonly actions: readonly Action[]
  readonly setText: (manager: string, text: string) => void
  readonly addManager: (manager: string, text?: string) => void
  /** Takes an editor away; what its manager owns stays. */
  readonly putAway: (manager: string) => void
  readonly apply: (
    manager: string,
    options?: { force?: boolean; dryRun?: boolean; text?: string },
  ) => Promise<SendOutcome>
  /** Applies an intent without an opinion, and keeps the text. */
  readonly withdraw: (manager: string, options?: { dryRun?: boolean }) => Promise<SendOutcome>
  readonly send: (sending: Sending) => Promise<SendOutcome>
  /** What the server would answer an apply with; nothing is stored or recorded. Rejects with its refusal. */
  readonly tryOut: (manager: string, text: string, force: boolean) => Promise<ApiObject>
  /** Gives back the manifests that were refused, as they were then. */
  readonly takeTextsBack: () => void
  readonly clearOutcome: (manager: string) => void
  readonly outcomeOf: (manager: string) => SendOutcome | undefined
}
