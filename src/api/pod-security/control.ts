import type { Subject, Violation } from './subject'

export type Level = 'privileged' | 'baseline' | 'restricted'

/** From the least to the most restrictive. */
export const LEVELS: readonly Level[] = ['privileged', 'baseline', 'restricted']

/** One thing that a level asks of pods; its rule may change from release to release. */
export interface Control {
  readonly id: string
  /** The first level that asks for it. */
  readonly level: Exclude<Level, 'privileged'>
  /** What it is about, for people. */
  readonly title: string
  /** Controls of the level below that say less about the same. */
  readonly overrides?: readonly string[]
  /** By the minor release that brought the rule; absent before the first one. */
  readonly versions: Readonly<Record<number, (subject: Subject) => Violation | undefined>>
}
