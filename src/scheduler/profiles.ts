import { FILTERS } from './filters'
import type { Profile } from './plugin'
import { SCORES } from './scores'

/** Profiles and timing of the scheduler, from its configuration file or the defaults. */
export interface SchedulerSettings {
  readonly profiles: ReadonlyMap<string, Profile>
  /** Milliseconds before a pod that did not fit is tried again: doubled with each attempt, up to the maximum. */
  readonly firstBackOffMs: number
  readonly longestBackOffMs: number
  /** Share (0 to 1) of all nodes that must fit before the search stops; absent for the scheduler's default. */
  readonly share?: number
}

/** The profile of pods that name no scheduler. */
export const DEFAULT_PROFILE = 'default-scheduler'

/** All plugins with their defaults. */
export const standardProfile = (name: string): Profile => ({ name, filters: FILTERS, scores: SCORES, preempts: true })

/** The settings without a configuration file. */
export const STANDARD_SETTINGS: SchedulerSettings = {
  profiles: new Map([[DEFAULT_PROFILE, standardProfile(DEFAULT_PROFILE)]]),
  firstBackOffMs: 1000,
  longestBackOffMs: 10_000,
}
