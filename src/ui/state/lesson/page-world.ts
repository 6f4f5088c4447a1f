import { type ScenarioWorld } from '../../../scenarios/world'
import { ADMIN_NAME, type Scenario } from '../../../scenarios/scenario'
import type { Origin, Session } from '../connection'
import { ADMIN, identityOf, impersonationId, tokenIdentity } from '../identity'
import type { LessonLog } from './lesson-log'

/** Limit for waiting until the cluster settles, because some clusters never do. */
const LONGEST_WAIT_MS = 10_000
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The identity id for a person of a scenario; undefined for the administrator. */
export const personId = (scenario: Scenario, person: string | undefined): string | undefined =>
  person === undefined || person === ADMIN_NAME
    ? undefined
    : impersonationId(person, scenario.people?.[person]?.groups ?? [])

/** This site's cluster as the world that a scenario runs in. `now` is the latest reading of the cluster's clock. */
export function createPageWorld(
  session: Session,
  scenario: Scenario,
  { log, openedAt, now }: { readonly log: LessonLog; readonly openedAt: number; readonly now: () => number },
  origin: Origin,
): ScenarioWorld {
  return {
    as: (person) => session.clientAs(identityOf(personId(scenario, person), {}) ?? ADMIN, origin),
    withToken: (token) => session.clientAs(tokenIdentity('a lesson', token), origin),
    people: scenario.people ?? {},
    audited: async () => (await session.control('audit', {})).events,
    log: () => log.entries(),
    openedAt,
    now,
    async settle() {
      await Promise.race([session.control('rest', null), pause(LONGEST_WAIT_MS)])
    },
    hold: async () => void (await session.control('clock', { action: 'hold' })),
    advance: async (ms) => void (await session.control('clock', { action: 'step', ms })),
  }
}
