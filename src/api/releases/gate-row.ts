/**
 * Stages of a feature gate. `-off` and `-on` mark a default unusual for the stage; `-free` can still be set, `deprecated-locked` and
 * `deprecated-on-locked` can't; `gone` means that the name is unknown again.
 */
export type GateStage =
  | 'alpha'
  | 'alpha-on'
  | 'beta'
  | 'beta-off'
  | 'ga'
  | 'ga-off'
  | 'ga-off-free'
  | 'ga-free'
  | 'deprecated'
  | 'deprecated-on'
  | 'deprecated-locked'
  | 'deprecated-on-locked'
  | 'gone'

/** A row of the gate tables. */
export interface GateRow {
  /** Stages with the minor release in which each began, oldest first. */
  readonly stages: string
  /** What the feature provides. */
  readonly does: string
  /** Why the gate has no effect here. */
  readonly inert?: string
}
