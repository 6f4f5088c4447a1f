/** A test of a field in an answer. Has exactly one test besides `path`. */
export interface FieldTest {
  readonly path: string
  readonly is?: unknown
  readonly not?: unknown
  readonly in?: readonly unknown[]
  readonly exists?: boolean
  readonly matches?: string
  readonly contains?: unknown
  readonly count?: number
  readonly atLeast?: number
  readonly atMost?: number
}

/** Sends a request to the cluster's current state. It must change nothing: GET, a review, or a dry run. */
export interface AskCheck {
  readonly ask: string
  readonly as?: string
  readonly body?: unknown
  readonly status?: number
  readonly reason?: string
  readonly message?: string
  readonly where?: readonly FieldTest[]
}

/** Matches a past request by all given members. `who` is a user name or, with `group:`, a group. */
export interface RequestPattern {
  readonly who?: string
  readonly verb?: string
  /** Group and version: `v1`, `apps/v1`. */
  readonly version?: string
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
  readonly status?: number
  readonly refused?: boolean
  /**
   * The stage, plugin or webhook that refused it; for a watch that started with an error event, the reason: `Expired`.
   */
  readonly refusedBy?: string
  /** The admission plugin that changed its object. */
  readonly changedBy?: string
  readonly forced?: boolean
  readonly dryRun?: boolean
  readonly manager?: string
  /** A part of the query, as sent. */
  readonly query?: string
}

/** Tests the requests since the scenario was opened. */
export interface HappenedCheck {
  readonly happened: RequestPattern
  readonly atLeast?: number
}
/** Fails once a matching request was made. */
export interface NeverCheck {
  readonly never: RequestPattern
}

/** Tests who manages a field of an object; `owns` is the object's API path. */
export interface OwnsCheck {
  readonly owns: string
  readonly field: string
  readonly manager: string
  readonly operation?: 'Apply' | 'Update'
  readonly not?: boolean
}

/** Matches an audit event by all given members. */
export interface AuditPattern {
  readonly who?: string
  readonly verb?: string
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
  readonly level?: 'Metadata' | 'Request' | 'RequestResponse'
  readonly status?: number
}

/** Tests the audit log since the scenario was opened; `where` tests the event's fields. */
export interface RecordedCheck {
  readonly recorded: AuditPattern
  readonly where?: readonly FieldTest[]
  readonly not?: boolean
}

/** Tests the time on the cluster's clock since the scenario was opened. */
export interface PassedCheck {
  readonly passed: string
}
/** Holds if one of these checks does. */
export interface AnyCheck {
  readonly any: readonly Check[]
}
/** What a step of a lesson waits for. */
export type Check = AskCheck | HappenedCheck | NeverCheck | RecordedCheck | OwnsCheck | PassedCheck | AnyCheck
