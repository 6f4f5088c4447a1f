import type { JsonObject } from '../machinery/json'

/** A person of a scenario. Tokens are created when it is opened; scenarios never contain any. */
export interface Person {
  readonly groups?: readonly string[]
  readonly about?: string
}

/** A request: `send` is the method and the path with its query. */
export interface ScriptRequest {
  readonly as?: string
  /** Authenticates with this bearer token instead of the person; `${name}` stands for a kept value. */
  readonly token?: string
  readonly send: string
  readonly body?: unknown
  /** The type of a PATCH; ignored for other methods. */
  readonly patch?: 'apply' | 'merge' | 'json' | 'strategic'
  /** The expected status; any success if absent. */
  readonly status?: number
  /** Names for values of the answer, by path; `${name}` in a later line is replaced by the value. */
  readonly keep?: Readonly<Record<string, string>>
}

/** Advances the cluster's clock by a duration such as `10m`. */
export interface ScriptAdvance {
  readonly advance: string
}

/** One line of a script: a request, or time that passes. */
export type ScriptLine = ScriptRequest | ScriptAdvance

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

/** Help that is shown when its checks hold, or on request, in order. */
export interface Hint {
  readonly text: string
  readonly when?: readonly Check[]
}

/** A common mistake: detected by its checks, answered by its text; the proofs run `play`. */
export interface WrongTurn {
  readonly text: string
  readonly when: readonly Check[]
  readonly play: readonly ScriptLine[]
}

/** What a control of the interface is. */
export type ControlRole = 'button' | 'link' | 'tab' | 'switch' | 'field'

/** A control of the step's page, by its role and its name, and what it is for. */
export interface StepControl {
  readonly role: ControlRole
  readonly name: string
  readonly text: string
}

/** A step of a lesson: what to do, and how to see that it is done. */
export interface Step {
  readonly title: string
  /** Markdown. */
  readonly text: string
  readonly check: readonly Check[]
  /** False if a later step is meant to change this one's result, which then does not count as undoing it. */
  readonly lasts?: boolean
  readonly hints?: readonly Hint[]
  readonly wrong?: readonly WrongTurn[]
  readonly solution: readonly ScriptLine[]
  /** Page of the interface on which to do the step. */
  readonly page?: string
  /** Controls of that page, which “Show me” points at before it sends the requests of the solution. */
  readonly controls?: readonly StepControl[]
}

/** The cluster's clock when a scenario is opened. */
export interface ScenarioClock {
  /** How far it is ahead of real time, as a duration. */
  readonly ahead?: string
  readonly held?: boolean
}

/** The code of an admission webhook that the tab simulates at an address. It is shown for consent first, and runs in the sandbox. */
export interface WebhookCode {
  readonly id: string
  readonly title?: string
  readonly url: string
  /** TypeScript or JavaScript; its default export takes the review and returns the response. */
  readonly code: string
  readonly latencyMs?: number
  /** Percentage of calls that get no answer. */
  readonly failurePercent?: number
}

/** A state of a cluster that can be opened and, for a lesson, its steps. Data only: opening it runs no code except webhooks. */
export interface Scenario {
  readonly format: 1
  readonly title: string
  readonly summary: string
  readonly course?: string
  readonly minutes?: number
  readonly requires?: readonly string[]
  readonly release?: string
  readonly flags?: readonly string[]
  readonly nodes?: number
  readonly people?: Readonly<Record<string, Person>>
  /** API paths of initial objects that are to be deleted first. */
  readonly deletes?: readonly string[]
  readonly objects?: readonly JsonObject[]
  readonly requests?: readonly ScriptLine[]
  readonly page?: string
  /** Markdown shown beside the page. */
  readonly note?: string
  readonly clock?: ScenarioClock
  readonly webhooks?: readonly WebhookCode[]
  /** The lesson's message in one sentence, shown at its end. */
  readonly idea?: string
  readonly steps?: readonly Step[]
}

/** The administrator's name in scripts and checks. */
export const ADMIN_NAME = 'admin'
