import { describe, expect, it } from 'vitest'
import { Client } from '../../client/client'
import { startCluster } from '../../testing/cluster'
import { ensureStartState, type StartObject } from './start-state'

type Answer = readonly [code: number, reason: string]
const CREATED: Answer = [201, '']
const THERE: Answer = [409, 'AlreadyExists']
const WEBHOOK: Answer = [500, 'InternalError']
const FULL: Answer = [503, 'ServiceUnavailable']
const MISSING: Answer = [404, 'NotFound']

/** A server that answers each method with its next answer, and repeats the last one. */
function server(answers: Readonly<Record<string, readonly Answer[]>>) {
  const asked: string[] = []
  const client = new Client(async ({ method }) => {
    const times = asked.filter((one) => one === method).length
    asked.push(method)
    const list = answers[method] ?? []
    const [code, reason] = list[Math.min(times, list.length - 1)] ?? [200, '']
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: reason, reason, code }
    return Response.json(code < 300 ? {} : status, { status: code })
  })
  return { client, asked }
}
const wanted = (renewed = false): StartObject => ({
  target: { group: '', version: 'v1', resource: 'namespaces' },
  object: { metadata: { name: 'default' } },
  renewed,
})

describe('an object of the start state', () => {
  it.each<[what: string, object: StartObject, answers: Record<string, Answer[]>, asked: string[], noted: number]>([
    ['is made', wanted(), { POST: [CREATED] }, ['POST'], 0],
    ['may be there', wanted(), { POST: [THERE] }, ['POST'], 0],
    ['is brought up to date', wanted(true), { POST: [THERE] }, ['POST', 'PATCH'], 0],
    [
      'may be there behind a webhook that does not answer',
      wanted(),
      { POST: [WEBHOOK], GET: [[200, '']] },
      ['POST', 'GET'],
      0,
    ],
    [
      'stays as it is behind a webhook that refuses to answer',
      wanted(true),
      { POST: [WEBHOOK], GET: [[200, '']], PATCH: [WEBHOOK] },
      ['POST', 'GET', 'PATCH'],
      1,
    ],
    [
      'is tried again until the disk has space',
      wanted(),
      { POST: [FULL, FULL, CREATED], GET: [MISSING] },
      ['POST', 'GET', 'POST', 'GET', 'POST'],
      2,
    ],
    ['may be forbidden by the flags', wanted(), { POST: [[403, 'Forbidden']] }, ['POST'], 1],
  ])('%s', async (_what, object, answers, expected, noted) => {
    const { client, asked } = server(answers)
    const log: string[] = []
    const tried: number[] = []
    await ensureStartState(client, [object], {
      log: (message) => log.push(message),
      again: async (tries) => void tried.push(tries),
    })
    expect([asked, log.length]).toEqual([expected, noted])
    expect(tried).toEqual([1, 2].slice(0, Math.max(0, asked.filter((method) => method === 'POST').length - 1)))
  })

  it.each<[what: string, answer: Answer, again: (() => Promise<void>) | undefined]>([
    ['the server can’t take', [422, 'Invalid'], () => Promise.resolve()],
    ['is not to be tried again', FULL, undefined],
    ['was tried until the server ended', FULL, () => Promise.reject(new Error('ended'))],
  ])('that %s ends the start', async (_what, answer, again) => {
    const { client } = server({ POST: [answer], GET: [MISSING] })
    const start = ensureStartState(client, [wanted()], { ...(again && { again }) })
    await expect(start).rejects.toThrow(/can't be made at the start: namespaces default|ended/)
  })
})

describe('the addresses of the API server', () => {
  it.each<[release: string, version: string, flags: string[], slices: number]>([
    ['1.20', 'v1beta1', [], 1],
    ['1.20', 'v1beta1', ['--feature-gates=EndpointSlice=false'], 0],
    ['1.21', 'v1', [], 1],
    ['1.36', 'v1', [], 1],
  ])('release %s has them in %s, with %j: %i slices', async (release, version, flags, slices) => {
    const cluster = await startCluster([`--release=${release}`, ...flags])
    try {
      const at = { version, group: 'discovery.orch.io', resource: 'endpointslices', namespace: 'default' }
      const { items } = await cluster.admin.list(at)
      expect(items.map(({ metadata, endpoints }) => [metadata.labels, endpoints])).toEqual(
        Array.from({ length: slices }, () => [
          { 'orch.io/service-name': 'orch' },
          [{ addresses: ['192.0.2.1'], conditions: { ready: true } }],
        ]),
      )
      const core = { group: '', version: 'v1', resource: 'endpoints', namespace: 'default' }
      const { metadata } = await cluster.admin.get(core, 'orch')
      expect(metadata.labels).toEqual(slices > 0 ? { 'endpointslice.orch.io/skip-mirror': 'true' } : undefined)
    } finally {
      await cluster.stop()
    }
  })
})
