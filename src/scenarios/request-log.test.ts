import { describe, expect, it, onTestFinished } from 'vitest'
import type { RequestTrace } from '../server/trace'
import { startCluster } from '../testing/cluster'
import type { Connection } from '../transport/connection'
import { CHECK_ID, DISPLAY_ID } from './asides'
import { type LogEntry, logEntryOf, requestMatches } from './request-log'
import type { RequestPattern } from './check'

const PEOPLE = { ann: { groups: ['shop'] } }
const TOKENS = 'b0b,bob,1,"dev,ops"\nc0d,orchard:admin,2,"system:masters"\n'
const PODS = '/api/v1/namespaces/default/pods'

/** What a cluster's log has of requests that came in by a connection, oldest first. */
async function logged(connection: Connection, ...requests: readonly Request[]): Promise<LogEntry[]> {
  const cluster = await startCluster(['--authorization-mode=RBAC', '--token-auth-file=tokens'], {
    files: { tokens: TOKENS },
  })
  onTestFinished(() => cluster.stop())
  await cluster.controlPlane.control('rest', null)
  await cluster.controlPlane.control('compact', {})
  await cluster.controlPlane.control('observe', { traces: true })
  const traces: RequestTrace[] = []
  cluster.controlPlane.onEvent('trace', (trace) => traces.push(trace))
  for (const request of requests) await (await cluster.controlPlane.fetch(request, connection)).text()
  await cluster.controlPlane.control('rest', null)
  return traces.flatMap((trace) => logEntryOf(trace) ?? [])
}

const asked = (path: string, headers: Record<string, string>, init: RequestInit = {}): Request =>
  new Request(`http://orchard.invalid${path}`, { ...init, headers })
const BOB = { authorization: 'Bearer b0b', 'user-agent': 'orchctl/v1.25.0' }
const BOSS = { authorization: 'Bearer c0d' }
const NATIVE: Connection = { remote: '127.0.0.1:50412', secure: true }

describe('requests of programs outside the page', () => {
  it('are found by whom they speak for, their groups, and what refused them', async () => {
    const log = await logged(NATIVE, asked(`${PODS}?limit=5`, BOB))
    const cases: readonly (readonly [RequestPattern, boolean])[] = [
      [{ who: 'bob', verb: 'list', resource: 'pods', refused: true }, true],
      [{ who: 'group:dev', resource: 'pods', status: 403 }, true],
      [{ who: 'group:shop', resource: 'pods' }, false],
      [{ who: 'admin', resource: 'pods' }, false],
      [{ who: 'bob', refusedBy: 'authorization' }, true],
    ]
    const found = cases.map(([pattern]) => log.some((entry) => requestMatches(entry, pattern, PEOPLE)))
    expect(found).toEqual(cases.map(([, expected]) => expected))
  })

  it('are found by a part of the query as it means, however it was encoded', async () => {
    const log = await logged(NATIVE, asked(`${PODS}?labelSelector=food%20notin+(fruit)%2Cfood&limit=5`, BOSS))
    const found = (query: string) => log.some((entry) => requestMatches(entry, { query }, PEOPLE))
    expect(found('labelSelector=food notin (fruit),food&limit=5')).toBe(true)
    expect(found('food+notin')).toBe(false)
  })

  it('are known as the administrator by its certificate or token', async () => {
    const log = await logged(NATIVE, asked('/api/v1/nodes', { authorization: 'Bearer c0d' }))
    expect(log.filter((entry) => requestMatches(entry, { who: 'admin', verb: 'list' }, PEOPLE))).toHaveLength(1)
  })

  it('speak for whom they impersonate', async () => {
    const headers = { authorization: 'Bearer c0d', 'impersonate-user': 'ann', 'impersonate-group': 'shop' }
    const log = await logged(NATIVE, asked(PODS, headers))
    const found = (who: string) => log.some((entry) => requestMatches(entry, { who, resource: 'pods' }, PEOPLE))
    expect([found('ann'), found('group:shop'), found('admin')]).toEqual([true, true, false])
  })

  it('are found among those of the page by how they wrote', async () => {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1' } })
    const apply = asked(
      '/api/v1/namespaces/default/configmaps/a?fieldManager=pipeline&force=true&dryRun=All',
      { authorization: 'Bearer c0d', 'content-type': 'application/apply-patch+yaml' },
      { method: 'PATCH', body },
    )
    const log = await logged({ remote: 'tab', secure: true }, apply)
    const pattern = { verb: 'patch', name: 'a', manager: 'pipeline', forced: true, dryRun: true, status: 201 }
    expect(log.filter((entry) => requestMatches(entry, pattern, PEOPLE))).toHaveLength(1)
  })

  it('recognise an expired watch even though its status is 200', async () => {
    const watch = (version: string) => asked(`${PODS}?watch=true&timeoutSeconds=1&resourceVersion=${version}`, BOSS)
    const log = await logged(NATIVE, watch('1'), watch('0'))
    const late = log.filter((entry) => requestMatches(entry, { verb: 'watch', refusedBy: 'Expired' }, PEOPLE))
    expect(late.map(({ status, query }) => [status, query.get('resourceVersion')])).toEqual([[200, '1']])
  })

  it('are no part of it when a check, a page for its display or the control plane asks', async () => {
    const check = asked(PODS, { authorization: 'Bearer c0d', 'audit-id': `${CHECK_ID}1` })
    const display = asked(PODS, { authorization: 'Bearer c0d', 'audit-id': `${DISPLAY_ID}1` })
    const space = asked(
      '/api/v1/namespaces',
      { authorization: 'Bearer c0d', 'content-type': 'application/json' },
      { method: 'POST', body: '{"metadata":{"name":"shop"}}' },
    )
    // Controllers make the new namespace's account.
    expect((await logged(NATIVE, check, display, space)).map(({ verb, resource }) => `${verb} ${resource}`)).toEqual([
      'create namespaces',
    ])
  })
})
