import { Client } from '../client/client'
import { createControlPlane } from '../control-plane'
import { createControllableClock } from '../machinery/controllable-clock'
import { writeJson } from '../machinery/json-text'
import { type Random } from '../machinery/random'
import { AUTHENTICATED_GROUP, CLUSTER_ADMIN } from '../machinery/user'
import { createMemoryKeyStore } from '../pki/key-store'
import { flagsOf, setUp } from '../scenarios/open'
import { type LogEntry, logEntryOf } from '../scenarios/request-log'
import type { Scenario } from '../scenarios/scenario'
import { ADMIN_NAME, type ScenarioWorld } from '../scenarios/world'
import { createMemoryStore } from '../store/memory'

const START = Date.UTC(2024, 0, 15, 9)
// Controllers write between turns: without a new revision for so many, nothing is under way.
const QUIET_TURNS = 5
const KEYS = createMemoryKeyStore()

/** The same bytes in every run. */
function seededRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, next)
  return {
    bytes,
    uuid: () =>
      Buffer.from(bytes(16))
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  }
}

export interface RunningScenario extends ScenarioWorld {
  /** Everything that is stored, by key, as its JSON. */
  stored(): ReadonlyMap<string, string>
  stop(): Promise<void>
}

/** Opens a scenario in a control plane of its own: held clock, seeded randomness. Resolves when its start state is there. */
export async function openScenario(scenario: Scenario): Promise<RunningScenario> {
  const clock = createControllableClock({
    now: () => START,
    steady: () => performance.now(),
    setTimer: (_ms, run) => {
      const handle = setTimeout(run, 0)
      return () => clearTimeout(handle)
    },
  })
  clock.hold()
  const store = createMemoryStore({ clock })
  const controlPlane = await createControlPlane({
    store,
    clock,
    crypto: globalThis.crypto,
    random: seededRandom(7),
    outside: { fetch: (request) => Promise.reject(new Error(`no server answers at ${request.url}`)) },
    argv: flagsOf(scenario),
    files: { read: (name) => Promise.resolve(decodeURIComponent(name.replace(/^data:[^,]*,/, ''))) },
    keys: KEYS,
    serverUrl: 'https://orchard.invalid',
    log: () => {},
  })
  await controlPlane.ready
  const people = scenario.people ?? {}
  const log: LogEntry[] = []
  const world: RunningScenario = {
    as(person) {
      const user =
        person === undefined || person === ADMIN_NAME
          ? CLUSTER_ADMIN
          : { name: person, groups: [...(people[person]?.groups ?? []), AUTHENTICATED_GROUP] }
      const send = (request: Request) => controlPlane.fetch(request, { remote: 'scenario', secure: true, user })
      // As the page names itself.
      return new Client(send, undefined, { 'user-agent': 'orchard' })
    },
    people,
    log: () => log,
    now: () => clock.now(),
    openedAt: START,
    settle: async () => {
      let quiet = 0
      for (let seen = store.revision; quiet < QUIET_TURNS; quiet = store.revision === seen ? quiet + 1 : 0) {
        seen = store.revision
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
    advance: (ms) => clock.step(ms),
    stored: () => new Map(store.list('').entries.map(({ key, value }) => [key, writeJson(value)])),
    stop: async () => {
      await controlPlane.stop()
      await store.close()
    },
  }
  await world.settle()
  await setUp(world, scenario)
  await controlPlane.control('observe', { traces: true })
  controlPlane.onEvent('trace', (trace) => {
    const entry = logEntryOf(trace)
    if (entry) log.push(entry)
  })
  return world
}
