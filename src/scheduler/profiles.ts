import { FILTERS } from './filters'
import type { Profile } from './plugin'
import { SCORES } from './scores'

/** What the scheduler is told to do. */
export interface SchedulerSettings {
  readonly profiles: ReadonlyMap<string, Profile>
  /** Milliseconds before a pod that did not fit is tried again: doubled each time, up to the longest. */
  readonly firstBackOffMs: number
  readonly longestBackOffMs: number
  /** Of all nodes, which share (0 to 1) has to fit before the others are left out; absent for the scheduler's own choice. */
  readonly share?: number
}

/** The profile of pods that name no scheduler. */
export const DEFAULT_PROFILE = 'default-scheduler'

/** Every plugin as it is. */
export const standardProfile = (name: string): Profile => ({ name, filters: FILTERS, scores: SCORES, preempts: true })

/** What holds without a configuration. */
export const STANDARD_SETTINGS: SchedulerSettings = {
  profiles: new Map([[DEFAULT_PROFILE, standardProfile(DEFAULT_PROFILE)]]),
  firstBackOffMs: 1000,
  longestBackOffMs: 10_000,
}
