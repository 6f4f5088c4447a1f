import type { JsonObject } from '../machinery/json'
import type { ScriptLine } from './script-line'
import type { Check } from './check'

/** A person of a scenario. Tokens are created when it is opened; scenarios never contain any. */
export interface Person {
  readonly groups?: readonly string[]
  readonly about?: string
}

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
