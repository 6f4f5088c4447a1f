import { afterEach, expect, it } from 'vitest'
import { openScenario } from '../scenario-world'
import { allHold } from './checks'
import { gatherObjects } from './gather-objects'
import type { ProofWorld } from './prove'
import { proposeChecks } from './propose'
import type { Scenario } from './scenario'
import type { Check } from './check'
import type { ScriptLine } from './script-line'
import { playScript } from './script'

const worlds: ProofWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop()
})

const map = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
})
const START: Scenario = {
  format: 1,
  title: 't',
  summary: 's',
  people: { bob: {} },
  objects: [map('shirt', { colour: 'red' }), map('old')],
}
const MAPS = '/api/v1/namespaces/default/configmaps'

/**
 * The checks proposed for a script: those selected at first, and all. None may hold before the script, all must hold
 * after it.
 */
async function proposed(lines: readonly ScriptLine[]): Promise<{ on: readonly Check[]; all: readonly Check[] }> {
  const world = await openScenario(START)
  worlds.push(world)
  const before = await gatherObjects(world.as(undefined))
  await playScript(world, lines)
  const proposals = proposeChecks(before, await gatherObjects(world.as(undefined)), lines)
  const all = proposals.map(({ check }) => check)
  for (const check of all) expect([check, await allHold(world, [check])]).toEqual([check, true])
  const untouched = await openScenario(START)
  worlds.push(untouched)
  for (const check of all) expect([check, await allHold(untouched, [check])]).toEqual([check, false])
  return { on: proposals.filter(({ on }) => on).map(({ check }) => check), all }
}

it.each<[string, ScriptLine[], Check[]]>([
  [
    'a new object by what was set in it',
    [{ send: `POST ${MAPS}`, body: map('new', { 'a.b': 'x' }) }],
    [{ ask: `GET ${MAPS}/new`, where: [{ path: 'data["a.b"]', is: 'x' }] }],
  ],
  [
    'a new object whose request leaves out its kind',
    [{ send: `POST ${MAPS}`, body: { metadata: { name: 'new' }, data: { color: 'green' } } }],
    [{ ask: `GET ${MAPS}/new`, where: [{ path: 'data.color', is: 'green' }] }],
  ],
  [
    'a new object whose name the server makes by the request',
    [{ send: `POST ${MAPS}`, body: { metadata: { generateName: 'new-' } } }],
    [{ happened: { verb: 'create', resource: 'configmaps', namespace: 'default' } }],
  ],
  [
    'a change by the fields that differ',
    [{ send: `PATCH ${MAPS}/shirt`, patch: 'merge', body: { data: { colour: null, size: 'l' } } }],
    [
      { ask: `GET ${MAPS}/shirt`, where: [{ path: 'data.colour', exists: false }] },
      { ask: `GET ${MAPS}/shirt`, where: [{ path: 'data.size', is: 'l' }] },
    ],
  ],
  ['a deletion', [{ send: `DELETE ${MAPS}/old` }], [{ ask: `GET ${MAPS}/old`, status: 404 }]],
  [
    'a refusal by the request',
    [{ as: 'bob', send: `DELETE ${MAPS}/old`, status: 403 }],
    [
      {
        happened: {
          who: 'bob',
          verb: 'delete',
          resource: 'configmaps',
          namespace: 'default',
          name: 'old',
          status: 403,
        },
      },
    ],
  ],
  [
    'a dry run by the request',
    [{ send: `POST ${MAPS}?dryRun=All`, body: map('new') }],
    [{ happened: { verb: 'create', resource: 'configmaps', namespace: 'default', dryRun: true } }],
  ],
])('proposes %s', async (_, lines, checks) => {
  expect((await proposed(lines)).on).toEqual(checks)
})

it('proposes who has come to own a field', async () => {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', data: { colour: 'red' } }
  const { on } = await proposed([{ send: `PATCH ${MAPS}/shirt?fieldManager=ann`, patch: 'apply', body }])
  expect(on).toContainEqual({ owns: `${MAPS}/shirt`, field: 'data.colour', manager: 'ann', operation: 'Apply' })
})

it('proposes that time has passed, where nothing else did', async () => {
  expect((await proposed([{ advance: '60s' }])).on).toEqual([{ passed: '60s' }])
})
