import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NOTHING_RECORDED } from '../../scenarios/record'
import { render } from '../../testing/render.testing'
import { SessionContext } from '../state/connection'
import { ADMIN, type Identity } from '../state/identity'
import { changeMaking, endMaking, type Making, useMaking } from '../state/lesson/making'
import { sentListener } from '../state/sent'
import { useRecorder } from './lesson-recorder'
import { scriptedSession } from './scripted-session.testing'

afterEach(endMaking)

const MAKING: Making = { scenario: { format: 1, title: 'Names', summary: 'About names.' }, offers: [] }
const RECORDING = { step: 0, turn: false, recorded: NOTHING_RECORDED, before: [] }
const CLOCK = { mode: 'held', now: 1_000, aheadMs: 0 } as const
const MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
const MAPS = '/api/v1/namespaces/default/configmaps'
const ALICE: Identity = { ...ADMIN, id: 'alice', name: 'alice', groups: ['readers'] }

function Recorder() {
  useRecorder()
  return null
}

/** A page that records until somebody leaves it. */
function Page() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(false)}>
        Leave
      </button>
      {open && <Recorder />}
    </>
  )
}

async function recorder(making: Making = { ...MAKING, recording: RECORDING }) {
  useMaking.setState({ making })
  const scripted = scriptedSession({ clock: CLOCK })
  render(
    <SessionContext value={scripted.session}>
      <Page />
    </SessionContext>,
  )
  await expect.poll(() => scripted.calls).toContain('clock {"action":"read"}')
  return scripted
}

const lines = () => useMaking.getState().making?.recording?.recorded.lines

/** Reports a request of this page to the recorder. */
function sent(method: string, path: string, response: Response, identity = ADMIN): void {
  const body = method === 'GET' ? undefined : JSON.stringify(MAP)
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  sentListener()?.({ request, response, identity })
}

test.each([
  { name: 'a write', method: 'POST', status: 201, line: { send: `POST ${MAPS}`, body: MAP } },
  { name: 'a refused write', method: 'POST', status: 403, line: { send: `POST ${MAPS}`, body: MAP, status: 403 } },
  { name: 'a refused read', method: 'GET', status: 403, line: { send: `GET ${MAPS}`, status: 403 } },
  { name: 'nothing of a read that succeeds', method: 'GET', status: 200, line: undefined },
])('records $name', async ({ method, status, line }) => {
  await recorder()
  sent(method, MAPS, Response.json({}, { status }))
  // Requests are recorded in order: once this one is there, the previous one has been handled.
  sent('DELETE', `${MAPS}/last`, Response.json({}))
  await expect.poll(() => lines()?.at(-1)).toMatchObject({ send: `DELETE ${MAPS}/last` })
  expect(lines()?.slice(0, -1)).toEqual(line ? [line] : [])
})

test('records requests in the order of their answers, even if one takes longer to read', async () => {
  await recorder()
  let end = (): void => undefined
  const slow = new ReadableStream<Uint8Array>({ start: (body) => void (end = () => body.close()) })
  sent('POST', MAPS, new Response(slow, { status: 201 }))
  sent('POST', `${MAPS}?dryRun=All`, Response.json({}, { status: 201 }))
  end()
  await expect.poll(() => lines()?.length).toBe(2)
  expect(lines()).toMatchObject([{ send: `POST ${MAPS}` }, { send: `POST ${MAPS}?dryRun=All` }])
})

test('records who sent a request, unless it was the administrator', async () => {
  await recorder()
  sent('POST', MAPS, Response.json({}, { status: 201 }), ALICE)
  await expect.poll(lines).toMatchObject([{ as: 'alice', send: `POST ${MAPS}` }])
  expect(useMaking.getState().making?.recording?.recorded.people).toEqual({ alice: { groups: ['readers'] } })
})

test('records how far the clock was moved since the page was opened', async () => {
  const { tell } = await recorder()
  tell('clock', { ...CLOCK, now: 61_000 })
  tell('clock', { ...CLOCK, now: 66_000 })
  await expect.poll(lines).toEqual([{ advance: '65s' }])
})

test('records what programs outside the page sent, and counts what cannot be read', async () => {
  const { tell } = await recorder()
  const outside = { method: 'POST', path: MAPS, user: 'bob', groups: [], status: 201 }
  tell('outside', { ...outside, contentType: 'application/json', body: JSON.stringify(MAP) })
  tell('outside', { ...outside, contentType: 'application/octet-stream', body: 'x' })
  await expect.poll(() => useMaking.getState().making?.recording?.missed).toBe(1)
  expect(lines()).toEqual([{ as: 'bob', send: `POST ${MAPS}`, body: MAP }])
})

test('asks for what programs outside send while something is recorded, and only then', async () => {
  const { calls } = await recorder(MAKING)
  const observed = () => calls.filter((call) => call.startsWith('observe'))
  expect(observed()).toEqual([])
  changeMaking((making) => ({ ...making, recording: RECORDING }))
  await expect.poll(observed).toEqual(['observe {"outside":true}'])
  changeMaking(() => MAKING)
  await expect.poll(observed).toEqual(['observe {"outside":true}', 'observe {"outside":false}'])
})

test('after a change without recording, the plane no longer matches its step', async () => {
  await recorder({ ...MAKING, at: 0 })
  sent('POST', MAPS, Response.json({}, { status: 201 }))
  await expect.poll(() => useMaking.getState().making).toEqual(MAKING)
})

test('listens no longer when the page is left', async () => {
  const { tell } = await recorder()
  expect(sentListener()).toBeDefined()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(sentListener).toBeUndefined()
  tell('clock', { ...CLOCK, now: 61_000 })
  expect(lines()).toEqual([])
})
