import { describe, expect, it } from 'vitest'
import type { AuditEvent } from './audit'
import { AuditLog, type AuditQuery } from './log'

const event = (number: number, more: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: 'Event',
  apiVersion: 'audit.orch.io/v1',
  level: 'Metadata',
  auditID: String(number),
  stage: 'ResponseComplete',
  requestURI: `/api/v1/pods/${number}`,
  verb: 'get',
  user: { username: 'jane' },
  sourceIPs: [],
  requestReceivedTimestamp: '',
  stageTimestamp: '',
  ...more,
})
const ids = (log: AuditLog, query: AuditQuery): string[] => log.query(query).events.map(({ auditID }) => auditID)

describe('the audit log', () => {
  it.each([1, 3, 5, 6, 11])('keeps the newest five of %s', (count) => {
    const log = new AuditLog(5)
    for (let i = 1; i <= count; i++) log.add(event(i))
    const kept = Math.min(5, count)
    const expected = Array.from({ length: kept }, (_, i) => String(count - kept + 1 + i))
    expect(log.query({})).toMatchObject({ kept, matched: kept, dropped: count - kept })
    expect(ids(log, {})).toEqual(expected)
    expect(ids(log, { limit: 2 })).toEqual(expected.slice(-2))
  })

  it.each<[AuditQuery, string[]]>([
    [{ user: 'jane' }, ['1', '4']],
    [{ user: 'dora' }, ['2']],
    [{ verb: 'create' }, ['3']],
    [{ resource: 'pods' }, ['2']],
    [{ resource: 'pods/log' }, ['3']],
    [{ namespace: 'team' }, ['2']],
    [{ stage: 'Panic' }, ['4']],
    [{ level: 'Request' }, ['3']],
    [{ decision: 'forbid' }, ['4']],
    [{ statusClass: 4 }, ['3']],
    [{ text: 'PODS/2' }, ['2']],
    [{ user: 'jane', stage: 'Panic' }, ['4']],
    [{ limit: 0 }, []],
  ])('%j', (query, expected) => {
    const log = new AuditLog(10)
    log.add(event(1))
    log.add(
      event(2, {
        user: { username: 'joe' },
        impersonatedUser: { username: 'dora' },
        objectRef: { resource: 'pods', namespace: 'team' },
      }),
    )
    log.add(
      event(3, {
        user: { username: 'joe' },
        verb: 'create',
        level: 'Request',
        objectRef: { resource: 'pods', subresource: 'log' },
        responseStatus: { code: 404 },
      }),
    )
    log.add(event(4, { stage: 'Panic', annotations: { 'authorization.orch.io/decision': 'forbid' } }))
    expect(ids(log, query)).toEqual(expected)
  })
})
