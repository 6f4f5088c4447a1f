import type { AuditRecord } from './audit-record'
import { fieldHolds } from './field-test'
import { isAside } from './asides'
import { isWho } from './request-log'
import type { AuditPattern, RecordedCheck } from './check'
import type { ScenarioWorld } from './world'

type Members = Omit<AuditPattern, 'who'>

/** The members of an event under the names that patterns use. */
const membersOf = ({ verb, level, objectRef = {}, responseStatus }: AuditRecord): Members => ({
  verb,
  resource: [objectRef.resource, objectRef.subresource].filter(Boolean).join('/'),
  namespace: objectRef.namespace ?? '',
  name: objectRef.name ?? '',
  level: level as NonNullable<AuditPattern['level']>,
  ...(responseStatus && { status: responseStatus.code }),
})

function fits(record: AuditRecord, { who, ...pattern }: AuditPattern, people: ScenarioWorld['people']): boolean {
  // In the page, the administrator impersonates a lesson's people.
  const { username: user, groups = [] } = record.impersonatedUser ?? record.user
  if (who !== undefined && !isWho({ user, groups }, who, people)) return false
  const members = membersOf(record)
  return (Object.keys(pattern) as (keyof Members)[]).every(
    (name) => pattern[name] === undefined || members[name] === pattern[name],
  )
}

/** Whether the audit log has a matching event since the scenario was opened. Requests by checks and for a page's display are ignored. */
export async function recordedHolds(world: ScenarioWorld, { recorded, where = [], not = false }: RecordedCheck) {
  const events = (await world.audited()).filter(
    (event) => !isAside(event.auditID) && Date.parse(event.requestReceivedTimestamp) >= world.openedAt,
  )
  const found = events.some(
    (event) => fits(event, recorded, world.people) && where.every((test) => fieldHolds(event, test)),
  )
  return found !== not
}
