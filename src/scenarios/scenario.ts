import type { JsonObject } from '../machinery/json'

/** A person of a scenario. Tokens are made when it is opened; a scenario never carries one. */
export interface Person {
  readonly groups?: readonly string[]
  readonly about?: string
}

/** A request as somebody sends it: `send` is the method and the path with its query. */
export interface ScriptRequest {
  readonly as?: string
  /** Presents this bearer token instead of who one is; `${name}` stands for a value that was kept. */
  readonly token?: string
  readonly send: string
  readonly body?: unknown
  /** How a PATCH changes the object; `json` for other methods means nothing. */
  readonly patch?: 'apply' | 'merge' | 'json' | 'strategic'
  /** The status that the answer must have; any success without it. */
  readonly status?: number
  /** Names for values of the answer, by path; `${name}` in a later line stands for the value. */
  readonly keep?: Readonly<Record<string, string>>
}

/** Lets the cluster's clock go forward, by a duration such as `10m`. */
export interface ScriptAdvance {
  readonly advance: string
}

export type ScriptLine = ScriptRequest | ScriptAdvance

/** What a field of an answer must be. Exactly one test beside `path`. */
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

/** Asks the cluster as it is now. The request changes nothing: GET, a review, or a dry run. */
export interface AskCheck {
  readonly ask: string
  readonly as?: string
  readonly body?: unknown
  readonly status?: number
  readonly reason?: string
  readonly message?: string
  readonly where?: readonly FieldTest[]
}

/** What a request of the past must be, all members together. `who` is a name or, with `group:`, anybody of a group. */
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
  /** Stage, plugin or webhook that refused it; for a watch that began with an error event, the reason: `Expired`. */
  readonly refusedBy?: string
  /** Admission plugin that changed its object. */
  readonly changedBy?: string
  readonly forced?: boolean
  readonly dryRun?: boolean
  readonly manager?: string
  /** A part of the query as it was sent. */
  readonly query?: string
}

/** Looks at the requests since the scenario was opened. */
export interface HappenedCheck {
  readonly happened: RequestPattern
  readonly atLeast?: number
}
export interface NeverCheck {
  readonly never: RequestPattern
}

/** Looks at who manages a field of an object; `owns` is the object's path in the API. */
export interface OwnsCheck {
  readonly owns: string
  readonly field: string
  readonly manager: string
  readonly operation?: 'Apply' | 'Update'
  readonly not?: boolean
}

/** What an event of the audit log is, all members together. */
export interface AuditPattern {
  readonly who?: string
  readonly verb?: string
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
  readonly level?: 'Metadata' | 'Request' | 'RequestResponse'
  readonly status?: number
}

/** Looks at the audit log since the scenario was opened; `where` looks into the event. */
export interface RecordedCheck {
  readonly recorded: AuditPattern
  readonly where?: readonly FieldTest[]
  readonly not?: boolean
}

/** So much time has passed on the cluster's clock since the scenario was opened. */
export interface PassedCheck {
  readonly passed: string
}
export interface AnyCheck {
  readonly any: readonly Check[]
}
export type Check = AskCheck | HappenedCheck | NeverCheck | RecordedCheck | OwnsCheck | PassedCheck | AnyCheck

/** Help that is shown when its checks hold, or when it is asked for, in order. */
export interface Hint {
  readonly text: string
  readonly when?: readonly Check[]
}

/** What learners often try instead: known by its checks, answered by its text; the proofs send `play`. */
export interface WrongTurn {
  readonly text: string
  readonly when: readonly Check[]
  readonly play: readonly ScriptLine[]
}

export interface Step {
  readonly title: string
  /** Markdown. */
  readonly text: string
  readonly check: readonly Check[]
  /** False where a later step is meant to change what this one made: then the step is not undone by it. */
  readonly lasts?: boolean
  readonly hints?: readonly Hint[]
  readonly wrong?: readonly WrongTurn[]
  readonly solution: readonly ScriptLine[]
  /** Page of the interface that the step is done on. */
  readonly page?: string
}

/** How the cluster's clock stands when a scenario is opened. */
export interface ScenarioClock {
  /** How far it is ahead of the machine's, as a duration. */
  readonly ahead?: string
  readonly held?: boolean
}

/** The code of an admission webhook that the tab plays at an address. It is shown and asked about first, and runs in the sandbox. */
export interface WebhookCode {
  readonly id: string
  readonly title?: string
  readonly url: string
  /** TypeScript or JavaScript; its default export takes the review and returns the response. */
  readonly code: string
  readonly latencyMs?: number
  /** How many of a hundred calls get no answer. */
  readonly failurePercent?: number
}

/** A state of a cluster that can be opened, and for a lesson the steps through it. Data only: opening it runs no code but that of webhooks. */
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
  /** Paths of objects that every cluster starts with and that this one does not have: they are deleted first. */
  readonly deletes?: readonly string[]
  readonly objects?: readonly JsonObject[]
  readonly requests?: readonly ScriptLine[]
  readonly page?: string
  /** Markdown that is shown beside the page. */
  readonly note?: string
  readonly clock?: ScenarioClock
  readonly webhooks?: readonly WebhookCode[]
  /** What the lesson teaches in one sentence, shown at its end. */
  readonly idea?: string
  readonly steps?: readonly Step[]
}

/** The administrator's name in scripts and checks. */
export const ADMIN_NAME = 'admin'
