import { isAside } from '../../scenarios/asides'
import type { Scenario } from '../../scenarios/scenario'
import type { Check } from '../../scenarios/check'
import type { Session } from '../state/connection'

const looksAtLog = (check: Check): boolean => 'recorded' in check || ('any' in check && check.any.some(looksAtLog))

/** Whether a lesson's checks read the audit log. */
export const usesAuditLog = ({ steps = [] }: Pick<Scenario, 'steps'>): boolean =>
  steps.some(({ check }) => check.some(looksAtLog))

/**
 * Calls `again` when the audit log has a new entry that a lesson checks: the end of a watch appears only there, in no trace. Returns a
 * function that stops this.
 */
export function onAudited(session: Session, scenario: Pick<Scenario, 'steps'>, again: () => void): () => void {
  if (!usesAuditLog(scenario)) return () => {}
  const observe = (): void => {
    session.control('observe', { audit: true }).catch((error: unknown) => {
      // The cluster is between two owners; the next owner announces itself, and is then asked.
      console.warn('The audit log is not followed:', error)
    })
  }
  const stops = [
    session.on('audit', ({ auditID }) => {
      if (!isAside(auditID)) again()
    }),
    session.onStatus(observe),
  ]
  observe()
  return () => {
    for (const stop of stops) stop()
  }
}
