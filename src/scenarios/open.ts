import { parseGoDuration } from '../machinery/go-duration'
import { at } from '../machinery/json'
import type { JsonObject } from '../machinery/json'
import { ScenarioError } from './read'
import type { Scenario } from './scenario'
import { ScriptError, answerOf, playScript } from './script'
import type { ScenarioWorld } from './world'

/** The flags of a scenario's cluster; `page` is ignored. */
export const flagsOf = ({ release, flags = [], nodes }: Scenario): readonly string[] => [
  ...(release === undefined ? [] : [`--release=${release}`]),
  ...(nodes === undefined ? [] : [`--nodes=${nodes}`]),
  ...flags,
]

/** The part of discovery that says where objects of a kind are created. */
interface Served {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
}

type Found = Map<string, readonly Served[]>

/** The collection that an object is created in; `found` caches discovery. */
async function collectionOf(world: ScenarioWorld, object: JsonObject, found: Found, path: string): Promise<string> {
  const { apiVersion, kind } = object
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    throw new ScenarioError([{ path, message: 'has no apiVersion and kind' }])
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const served = found.get(root)?.find(ofKind(kind)) ?? (await discovered(world, root, found)).find(ofKind(kind))
  if (!served) throw new ScenarioError([{ path, message: `is a ${kind}, and ${apiVersion} has no such kind here` }])
  const namespace = at(object, 'metadata', 'namespace')
  if (!served.namespaced) return `${root}/${served.name}`
  return `${root}/namespaces/${typeof namespace === 'string' ? namespace : 'default'}/${served.name}`
}

const ofKind =
  (wanted: string) =>
  ({ name, kind }: Served): boolean =>
    kind === wanted && !name.includes('/')

/** Reads discovery again for a missing kind, because an earlier object may have defined it. */
async function discovered(world: ScenarioWorld, root: string, found: Found): Promise<readonly Served[]> {
  const { resources } = await world.as(undefined).json<{ resources: readonly Served[] }>('GET', root)
  found.set(root, resources)
  return resources
}

const CREATED_OR_THERE = [201, 409]
const GOING_OR_GONE = [200, 202, 404]

async function sendOne(world: ScenarioWorld, send: string, good: readonly number[], body?: JsonObject): Promise<void> {
  const [method = '', path = ''] = send.split(' ')
  const response = await world.as(undefined).raw(method, path, body)
  if (!good.includes(response.status)) throw new ScriptError({ send }, response.status, await answerOf(response, send))
  await world.settle()
}

/** Adds the place in the scenario to errors of `work`. */
async function placed(where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ScriptError) throw new ScriptError(error.line, error.status, error.answer, where)
    throw error
  }
}

/**
 * Brings a cluster to a scenario's start: deletions, then objects in order, then requests, then the clock. Objects that exist
 * already are kept, and missing objects to delete are no error. Rejects with the first object or request that was refused.
 */
export async function setUp(world: ScenarioWorld, scenario: Scenario): Promise<void> {
  const found: Found = new Map()
  const kept = new Map<string, string>()
  for (const [i, path] of (scenario.deletes ?? []).entries())
    await placed(`deletes[${i}]`, () => sendOne(world, `DELETE ${path}`, GOING_OR_GONE))
  for (const [i, object] of (scenario.objects ?? []).entries())
    await placed(`objects[${i}]`, async () =>
      sendOne(world, `POST ${await collectionOf(world, object, found, `objects[${i}]`)}`, CREATED_OR_THERE, object),
    )
  for (const [i, line] of (scenario.requests ?? []).entries())
    await placed(`requests[${i}]`, () => playScript(world, [line], undefined, kept))
  const { held, ahead } = scenario.clock ?? {}
  if (held) await world.hold?.()
  if (ahead !== undefined) await world.advance(parseGoDuration(ahead) ?? 0)
}
