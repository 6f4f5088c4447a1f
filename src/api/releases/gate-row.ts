/**
 * The stages of a feature gate. `-off` and `-on` stand where the default is not the usual one of the stage; `ga-free` can still be
 * set, `deprecated-locked` can't any more; `gone` means the name is unknown again.
 */
export type GateStage =
  | 'alpha'
  | 'alpha-on'
  | 'beta'
  | 'beta-off'
  | 'ga'
  | 'ga-free'
  | 'deprecated'
  | 'deprecated-on'
  | 'deprecated-locked'
  | 'gone'

/** A feature gate as its table says it. */
export interface GateRow {
  /** The stages with the minor release that began them, oldest first. */
  readonly stages: string
  /** What is there while the gate is on. */
  readonly does: string
  /** Why this gate changes nothing here. */
  readonly inert?: string
}
