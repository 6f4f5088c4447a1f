import type { Subject, Violation } from './subject'

/** Levels of the pod security standards. */
export type Level = 'privileged' | 'baseline' | 'restricted'

/** Ordered from least to most restrictive. */
export const LEVELS: readonly Level[] = ['privileged', 'baseline', 'restricted']

/** A requirement of a level; its rule may change between releases. */
export interface Control {
  readonly id: string
  /** The lowest level that requires it. */
  readonly level: Exclude<Level, 'privileged'>
  /** Short title for people. */
  readonly title: string
  /** Controls of the lower level that this one supersedes. */
  readonly overrides?: readonly string[]
  /** Rules by the minor release that introduced them; no rule applies before the first. */
  readonly versions: Readonly<Record<number, (subject: Subject) => Violation | undefined>>
}
