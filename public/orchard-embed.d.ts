/** What `load` takes: a scenario, its text, or where it lies. `scenario.schema.json` describes scenarios. */
export type PlaygroundScenario = string | { readonly url: string } | { readonly lesson: string } | Readonly<Record<string, unknown>>

export interface PlaygroundRequestOptions {
  /** An object, or a text that is sent as it is. */
  readonly body?: unknown
  /** The type of the body; JSON without it. */
  readonly contentType?: string
  /** A user, and after `+` groups: `ada+developers`. The administrator without it. */
  readonly as?: string
}

export interface PlaygroundAnswer {
  readonly status: number
  readonly text: string
}

/** A panel of Orchard in a page. Attributes: `panel`, `place`, `scenario`, `lesson`, `name`, `label`, `height`. */
export interface OrchPlayground extends HTMLElement {
  /** Replaces what is in the playground. Rejects with what is wrong with the scenario. */
  load(scenario: PlaygroundScenario): Promise<void>
  /** Sends a request of the API. Rejects when nobody can be impersonated under that name. */
  request(method: string, path: string, options?: PlaygroundRequestOptions): Promise<PlaygroundAnswer>
}

export interface PlaygroundEvents {
  /** What the attributes name, or what `load` was given, is there. */
  'orchard-load': CustomEvent<Record<string, never>>
  'orchard-error': CustomEvent<{ readonly message: string }>
  /** A request was answered; those of controllers and of a lesson's checks are not told. */
  'orchard-request': CustomEvent<{
    readonly method: string
    readonly path: string
    readonly user: string
    readonly status: number
  }>
  /** A step of the lesson was reached, from 0. */
  'orchard-progress': CustomEvent<{ readonly reached: number; readonly done: boolean }>
}

declare global {
  interface HTMLElementTagNameMap {
    'orch-playground': OrchPlayground
  }
}
