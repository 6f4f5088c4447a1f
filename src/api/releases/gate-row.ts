/** The stages of a feature gate; `beta-off` is a beta that is off by default, `gone` means the name is unknown again. */
export type GateStage = 'alpha' | 'beta-off' | 'beta' | 'ga' | 'deprecated' | 'gone'

/** A feature gate as its table says it. */
export interface GateRow {
  /** The stages with the minor release that began them, oldest first. */
  readonly stages: string
  /** What is there while the gate is on. */
  readonly does: string
  /** Why this gate changes nothing here. */
  readonly inert?: string
}
