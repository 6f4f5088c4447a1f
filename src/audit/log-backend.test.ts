import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import type { AuditEvent } from './audit'
import { createLogBackend, type LogOptions } from './log-backend'
import { logLine, truncated } from './log-line'

const event = (id: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: 'Event',
  apiVersion: 'audit.orch.io/v1',
  level: 'Metadata',
  auditID: id,
  stage: 'ResponseComplete',
  requestURI: '/api/v1/pods',
  verb: 'list',
  user: { username: 'jane', groups: ['a', 'b "c"'] },
  sourceIPs: ['192.0.2.1'],
  requestReceivedTimestamp: '2023-06-01T12:00:00.000000Z',
  stageTimestamp: '2023-06-01T12:00:00.000000Z',
  ...more,
})

const BATCH = { bufferSize: 10, maxSize: 1, maxWaitMs: 0 }

function log(more: Partial<LogOptions>, broken = false) {
  const clock = createFakeClock()
  const writes: string[][] = []
  const reports: string[] = []
  const backend = createLogBackend(
    { format: 'json', mode: 'blocking', batch: BATCH, ...more },
    {
      clock,
      metrics: {
        count: () => undefined,
        gauge: () => undefined,
        observe: () => undefined,
        observer: () => () => undefined,
      },
      write(lines) {
        if (broken) throw new Error('no space')
        const ids = lines
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as AuditEvent).auditID)
        writes.push(ids)
      },
      report: (why) => reports.push(why),
    },
  )
  return { clock, writes, reports, backend }
}

describe('a line of the audit log', () => {
  it.each<[Partial<AuditEvent>, string]>([
    [
      { responseStatus: { code: 200 }, userAgent: 'curl', objectRef: { namespace: 'default' } },
      'groups="\\"a\\",\\"b \\\\\\"c\\\\\\"\\"" as="<self>" asgroups="<lookup>" user-agent="curl" namespace="default" uri="/api/v1/pods" response="200"',
    ],
    [
      { user: { username: '' }, impersonatedUser: { username: 'joe', groups: [] } },
      'groups="<none>" as="joe" asgroups="" user-agent="" namespace="<none>" uri="/api/v1/pods" response="<deferred>"',
    ],
  ])('in the old format %#', (more, end) => {
    const line = logLine(event('1', more), 'legacy')
    expect(line).toMatch(
      /^2023-06-01T12:00:00.000000Z AUDIT: id="1" stage="ResponseComplete" ip="192.0.2.1" method="list" /,
    )
    expect(line.slice(line.indexOf('groups='))).toBe(end)
  })

  it('keeps whole numbers of 64 bits', () => {
    expect(logLine(event('1', { requestObject: { n: 9007199254740993n } }), 'json')).toContain('"n":9007199254740993}')
  })

  it('is shortened: bodies are removed first, then the event is dropped', () => {
    const large = event('1', { requestObject: 'x'.repeat(5000), annotations: { a: 'b' } })
    expect(truncated(large, 10_000)).toBe(large)
    const { requestObject: _body, ...rest } = large
    expect(truncated(large, 1000)).toEqual({ ...rest, annotations: { a: 'b', 'audit.orch.io/truncated': 'true' } })
    expect(truncated(large, 100)).toBeUndefined()
  })
})

describe('the audit log outside', () => {
  it.each([
    ['blocking', true],
    ['blocking-strict', false],
    ['batch', true],
  ] as const)('in mode %s answers a request even if its event is lost: %s', async (mode, goesOn) => {
    const { backend, reports, clock } = log({ mode }, true)
    expect(backend.record(event('1'))).toBe(goesOn)
    await clock.advance(1)
    expect(reports).toEqual(['audit log: 1 event is lost: no space'])
  })

  it('writes at once, one event after the other', () => {
    const { backend, writes } = log({})
    for (const id of ['1', '2']) expect(backend.record(event(id))).toBe(true)
    expect(writes).toEqual([['1'], ['2']])
  })

  it('collects a batch until it is full, or its first event has waited long enough', async () => {
    const { backend, writes, clock } = log({ mode: 'batch', batch: { bufferSize: 10, maxSize: 2, maxWaitMs: 1000 } })
    for (const id of ['1', '2', '3']) backend.record(event(id))
    expect(writes).toEqual([])
    await clock.advance(1)
    expect(writes).toEqual([['1', '2']])
    await clock.advance(1000)
    expect(writes).toEqual([['1', '2'], ['3']])
    backend.record(event('4'))
    backend.close()
    expect(writes.at(-1)).toEqual(['4'])
  })

  it('drops what does not fit into its buffer', () => {
    const { backend, reports } = log({ mode: 'batch', batch: { ...BATCH, bufferSize: 1 } })
    for (const id of ['1', '2']) expect(backend.record(event(id))).toBe(true)
    expect(reports).toEqual(['audit log: 1 event is lost: the buffer of events is full'])
  })

  it('writes so many batches a second', async () => {
    const { backend, writes, clock } = log({ mode: 'batch', batch: { ...BATCH, throttle: { qps: 2, burst: 1 } } })
    for (const id of ['1', '2', '3']) backend.record(event(id))
    await clock.advance(1)
    expect(writes).toEqual([['1']])
    await clock.advance(500)
    expect(writes).toEqual([['1'], ['2']])
    await clock.advance(500)
    expect(writes).toEqual([['1'], ['2'], ['3']])
  })

  it('splits a batch that is too large', async () => {
    const batch = { ...BATCH, maxSize: 3 }
    const { backend, writes, clock } = log({ mode: 'batch', batch, truncate: { event: 10_000, batch: 900 } })
    for (const id of ['1', '2', '3']) backend.record(event(id))
    await clock.advance(1)
    expect(writes).toEqual([['1', '2'], ['3']])
  })
})
