import { afterEach, describe, expect, it } from 'vitest'
import { openScenario } from '../scenario-world'
import type { ProofWorld } from './prove'
import { NOTHING_RECORDED, type Recorded, recordAdvance, recordRequest, type SentRequest } from './record'
import type { Scenario } from './scenario'
import { playScript } from './script'

const worlds: ProofWorld[] = []
const START: Scenario = {
  format: 1,
  title: 't',
  summary: 's',
  objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shirt' }, data: { colour: 'red' } }],
}
const opened = async (): Promise<ProofWorld> => {
  const world = await openScenario(START)
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop()
})

const MAPS = '/api/v1/namespaces/default/configmaps'
const SHIRT = `${MAPS}/shirt`
const bob = { name: 'bob', groups: ['shirts', 'system:authenticated'] }

/** Sends a request and records it, as a page does. */
async function send(
  world: ProofWorld,
  recorded: Recorded,
  {
    method = 'POST',
    path = MAPS,
    body = {},
    contentType = 'application/json',
    who,
  }: Partial<Omit<SentRequest, 'body'>> & { body?: unknown },
): Promise<Recorded> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await world.as(undefined).raw(method, path, text, { contentType })
  const answer: unknown = await response.json()
  await world.settle()
  return recordRequest(recorded, {
    method,
    path,
    contentType,
    body: text,
    status: response.status,
    answer,
    ...(who && { who }),
  })
}

describe('what was sent becomes a script for any cluster', () => {
  it('writes the object of an editor with the current resourceVersion', async () => {
    const world = await opened()
    const object = await world.as(undefined).json<{ data: object }>('GET', SHIRT)
    const recorded = await send(world, NOTHING_RECORDED, {
      method: 'PUT',
      path: SHIRT,
      body: { ...object, data: { colour: 'blue' } },
    })
    expect(recorded.lines).toEqual([
      { send: `GET ${SHIRT}`, keep: { version: 'metadata.resourceVersion' } },
      {
        send: `PUT ${SHIRT}`,
        body: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'shirt', namespace: 'default', resourceVersion: '${version}' },
          data: { colour: 'blue' },
        },
      },
    ])
    await playScript(await opened(), recorded.lines)
  })

  it('keeps that a version was old', async () => {
    const world = await opened()
    const stale = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shirt', resourceVersion: '2' }, data: {} }
    const recorded = await send(world, NOTHING_RECORDED, { method: 'PUT', path: SHIRT, body: stale })
    expect(recorded.lines).toMatchObject([{ status: 409, body: { metadata: { resourceVersion: '1' } } }])
    await playScript(await opened(), recorded.lines)
  })

  it('refers to names and uids that the server makes', async () => {
    const world = await opened()
    const first = await send(world, NOTHING_RECORDED, {
      body: { metadata: { generateName: 'part-' } },
      path: MAPS,
    })
    const { items } = await world
      .as(undefined)
      .json<{ items: { metadata: { name: string; uid: string } }[] }>('GET', MAPS)
    const made = items.find(({ metadata }) => metadata.name.startsWith('part-'))?.metadata
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: made?.name, uid: made?.uid }
    const owned = await send(world, first, { body: { metadata: { name: 'owned', ownerReferences: [owner] } } })
    const whole = await send(world, owned, { method: 'DELETE', path: `${MAPS}/${made?.name}`, body: '' })
    expect(JSON.stringify(whole.lines)).not.toContain(made?.uid)
    expect(JSON.stringify(whole.lines)).not.toContain(made?.name)
    await playScript(await opened(), whole.lines)
  })

  it('names who sent it, and reads YAML', async () => {
    const world = await opened()
    const path = `${SHIRT}?fieldManager=bob&force=true`
    const body = 'apiVersion: v1\nkind: ConfigMap\ndata: { size: l }\n'
    const contentType = 'application/apply-patch+yaml'
    const recorded = await send(world, NOTHING_RECORDED, { method: 'PATCH', path, body, contentType, who: bob })
    expect(recorded.people).toEqual({ bob: { groups: ['shirts'] } })
    expect(recorded.lines).toEqual([
      {
        as: 'bob',
        send: `PATCH ${path}`,
        patch: 'apply',
        body: { apiVersion: 'v1', kind: 'ConfigMap', data: { size: 'l' } },
      },
    ])
  })

  it('deletes whatever has the name', async () => {
    const world = await opened()
    const recorded = await send(world, NOTHING_RECORDED, {
      method: 'DELETE',
      path: SHIRT,
      body: { propagationPolicy: 'Background', preconditions: { resourceVersion: 'none' } },
    })
    expect(recorded.lines).toEqual([
      { send: `DELETE ${SHIRT}`, body: { propagationPolicy: 'Background' }, status: 409 },
    ])
  })

  it('adds up waits', () => {
    const waited = [30_000, 30_000, 200].reduce(recordAdvance, NOTHING_RECORDED)
    expect(waited.lines).toEqual([{ advance: '60s' }])
  })
})
