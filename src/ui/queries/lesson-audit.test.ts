import { expect, it } from 'vitest'
import { allLessons } from '../../scenarios/lessons'
import { CHECK_ID } from '../../scenarios/asides'
import type { Session } from '../state/connection'
import { onAudited, usesAuditLog } from './lesson-audit'

const step = { title: 't', text: 't', solution: [] }
const LOOKS = { steps: [{ ...step, check: [{ any: [{ recorded: { verb: 'watch' } }] }] }] }
const BLIND = { steps: [{ ...step, check: [{ ask: 'GET /api' }] }] }

/** A session that counts its calls and can report an event. */
function counting() {
  const asked: unknown[] = []
  const listeners = new Set<(event: { auditID: string }) => void>()
  const session = {
    control: (name: string, args: unknown) => Promise.resolve(asked.push([name, args])),
    on: (_: string, listener: (event: { auditID: string }) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onStatus: () => () => {},
  } as unknown as Session
  return { session, asked, tell: (auditID: string) => listeners.forEach((listener) => listener({ auditID })) }
}

it('looks again at what comes into the audit log, but for what checks ask, until it is stopped', () => {
  const { session, asked, tell } = counting()
  let looks = 0
  const stop = onAudited(session, LOOKS, () => looks++)
  expect(asked).toEqual([['observe', { audit: true }]])
  tell('a')
  tell(`${CHECK_ID}1`)
  expect(looks).toBe(1)
  stop()
  tell('b')
  expect(looks).toBe(1)
})

it('follows nothing for a lesson that does not look at the log', () => {
  const { session, asked } = counting()
  onAudited(session, BLIND, () => {})
  expect(asked).toEqual([])
})

it('knows the lessons that look at the log', async () => {
  const looking = (await allLessons()).filter(({ scenario }) => usesAuditLog(scenario)).map(({ id }) => id)
  expect(looking).toContain('audit/stages')
  expect(looking).not.toContain('objects/lost-update')
})
