import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isObject, type JsonObject } from '../../machinery/json'
import { parseJson } from '../../machinery/json-text'
import type { Scenario } from '../../scenarios/scenario'
import { render } from '../../testing/render.testing'
import { SessionContext } from '../state/connection'
import { changeMaking, endMaking, type Making, useMaking } from '../state/lesson/making'
import { withRequest } from '../state/lesson/recording'
import { useMaker } from './lesson-maker'
import { scriptedSession } from './scripted-session.testing'

afterEach(endMaking)

const MAPS = '/api/v1/namespaces/default/configmaps'
const mapOf = (name: string, manager = 'orchctl'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    namespace: 'default',
    uid: name,
    creationTimestamp: '2026-01-01T00:00:00Z',
    managedFields: [{ manager }],
  },
  data: { of: name },
})
const scenario: Scenario = {
  format: 1,
  title: 'Maps',
  summary: 'About maps.',
  steps: [{ title: 'First', text: 'Make one.', check: [], solution: [{ send: `POST ${MAPS}`, body: mapOf('first') }] }],
}

/** A server with config maps, which keeps those that are created. */
function mapServer(items: JsonObject[]) {
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST') {
      const made = parseJson(await request.text())
      if (isObject(made)) items.push(made)
      return Response.json(made, { status: 201 })
    }
    if (pathname === '/apis') return Response.json({ groups: [] })
    const resource = { name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: ['list', 'create'] }
    return Response.json(pathname === '/api/v1' ? { resources: [resource] } : { items })
  }
}

/** A page with a button for each thing a maker does; `record N` records step N. */
function Page() {
  const { record, finish, discard } = useMaker()
  return (
    <>
      {[0, 1].map((step) => (
        <button key={step} type="button" onClick={() => void record(step, false)}>{`Record ${step}`}</button>
      ))}
      <button type="button" onClick={() => void record(0, true)}>
        Record a wrong turn
      </button>
      <button type="button" onClick={() => void finish()}>
        Finish
      </button>
      <button type="button" onClick={discard}>
        Discard
      </button>
    </>
  )
}

function maker(making: Partial<Making>, items: JsonObject[] = []) {
  useMaking.setState({ making: { scenario, offers: [], ...making } })
  const answers = { clock: { mode: 'held', now: 1_000, aheadMs: 0 }, link: { argv: ['--release=1.20'], content: true } }
  const { session, calls } = scriptedSession(answers, mapServer(items))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <Page />
      </SessionContext>
    </QueryClientProvider>,
  )
  return { calls, press: (name: string) => page.getByRole('button', { name, exact: true }).click() }
}

const making = () => useMaking.getState().making
const namesBefore = () =>
  making()?.recording?.before.map(({ object }) =>
    isObject(object['metadata']) ? object['metadata']['name'] : undefined,
  )

/** Records a request of the person's, as the recorder does. */
const createMap = (items: JsonObject[], name: string): void => {
  const answer = mapOf(name)
  items.push(answer)
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { of: name } })
  changeMaking((now) =>
    withRequest(now, { method: 'POST', path: MAPS, contentType: 'application/json', body, status: 201, answer }),
  )
}

test('records from the current state, and keeps objects made before', async () => {
  const { calls, press } = maker({ at: 0 }, [mapOf('mine'), mapOf('root', 'orch-controller-manager')])
  await press('Record 0')
  await expect.poll(namesBefore).toEqual(['mine'])
  expect(making()).toMatchObject({ at: 0, recording: { step: 0, turn: false, recorded: { lines: [] } } })
  expect(calls).toEqual([])
})

test('first restores the state before a step: the start and the solutions of earlier steps', async () => {
  const { calls, press } = maker({})
  await press('Record 1')
  await expect.poll(namesBefore).toEqual(['first'])
  expect(calls).toContain('reset {"argv":[]}')
  expect(making()).toMatchObject({ at: 1, recording: { step: 1 } })
})

test('the end of a recording makes a step of it, with checks for what has changed', async () => {
  const items: JsonObject[] = []
  location.hash = '#/access/why?who=user:alice'
  const { press } = maker({ at: 0, scenario: { ...scenario, steps: [] } }, items)
  await press('Record 0')
  await expect.poll(namesBefore).toEqual([])
  createMap(items, 'new')
  await press('Finish')
  await expect.poll(() => making()?.recording).toBeUndefined()
  expect(making()?.scenario.page).toBe('/access/why')
  const [step] = making()?.scenario.steps ?? []
  expect(step?.solution).toMatchObject([{ send: `POST ${MAPS}` }])
  expect(JSON.stringify(step?.check)).toContain(`${MAPS}/new`)
  expect(making()?.offers[0]?.length).toBeGreaterThan(0)
})

test('recording a wrong turn does not change the solution of its step', async () => {
  const items: JsonObject[] = []
  const { press } = maker({ at: 0 }, items)
  await press('Record a wrong turn')
  await expect.poll(namesBefore).toEqual([])
  createMap(items, 'wrong')
  await press('Finish')
  await expect.poll(() => making()?.recording).toBeUndefined()
  const [step] = making()?.scenario.steps ?? []
  expect(step?.solution).toEqual(scenario.steps?.[0]?.solution)
  expect(step?.wrong).toMatchObject([{ play: [{ send: `POST ${MAPS}` }] }])
})

test('discarding a recording does not change the lesson, but the plane no longer matches any step', async () => {
  const items: JsonObject[] = []
  const { press } = maker({ at: 0 }, items)
  await press('Record 0')
  await expect.poll(namesBefore).toEqual([])
  createMap(items, 'new')
  await press('Discard')
  await expect.poll(making).toEqual({ scenario, offers: [] })
})
