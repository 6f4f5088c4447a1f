import { Client } from './client/client'
import { createControlPlane } from './control-plane'
import { createControllableClock } from './machinery/controllable-clock'
import { writeJson } from './machinery/json-text'
import { seededRandom } from './machinery/random'
import { createSystemClock } from './machinery/system-clock'
import { AUTHENTICATED_GROUP, CLUSTER_ADMIN } from './machinery/user'
import { createMemoryKeyStore } from './pki/key-store'
import type { Sandbox } from './outside/sandbox/sandbox'
import { outsideOf } from './scenario-outside'
import { flagsOf, setUp } from './scenarios/open'
import { type LogEntry, logEntryOf } from './scenarios/request-log'
import type { ProofWorld } from './scenarios/prove'
import { ADMIN_NAME, type Scenario } from './scenarios/scenario'
import { createMemoryStore } from './store/memory'

const START = Date.UTC(2024, 0, 15, 9)
// One set of keys for all worlds: with new keys, no two runs would be equal.
const KEYS = createMemoryKeyStore()
const SYSTEM = createSystemClock()

/**
 * Opens a scenario in a control plane of its own: held clock, seeded randomness. Its webhooks answer only if there is a sandbox for their
 * code. Resolves when its start state exists.
 */
export async function openScenario(scenario: Scenario, sandbox?: Sandbox): Promise<ProofWorld> {
  const clock = createControllableClock({
    now: () => START,
    steady: () => SYSTEM.steady(),
    setTimer: (_ms, run) => SYSTEM.setTimer(0, run),
  })
  clock.hold()
  const store = createMemoryStore({ clock })
  const controlPlane = await createControlPlane({
    store,
    clock,
    crypto: globalThis.crypto,
    random: seededRandom('7'),
    outside: await outsideOf(scenario, clock, sandbox),
    argv: flagsOf(scenario),
    files: { read: async (file) => (await fetch(file)).text() },
    keys: KEYS,
    serverUrl: 'https://orchard.invalid',
    log: () => {},
  })
  await controlPlane.ready
  const people = scenario.people ?? {}
  const log: LogEntry[] = []
  const world: ProofWorld = {
    as(person) {
      const user =
        person === undefined || person === ADMIN_NAME
          ? CLUSTER_ADMIN
          : { name: person, groups: [...(people[person]?.groups ?? []), AUTHENTICATED_GROUP] }
      const send = (request: Request) => controlPlane.fetch(request, { remote: 'scenario', secure: true, user })
      // The page's user agent.
      return new Client(send, undefined, { 'user-agent': 'orchard' })
    },
    withToken: (token) =>
      new Client((request) => controlPlane.fetch(request, { remote: 'scenario', secure: true }), undefined, {
        'user-agent': 'orchard',
        authorization: `Bearer ${token}`,
      }),
    people,
    audited: async () => (await controlPlane.control('audit', {})).events,
    log: () => log,
    now: () => clock.now(),
    openedAt: START,
    settle: async () => void (await controlPlane.control('rest', null)),
    advance: (ms) => clock.step(ms),
    stored: () => new Map(store.list('').entries.map(({ key, value }) => [key, writeJson(value)])),
    stop: async () => {
      await controlPlane.stop()
      await store.close()
    },
  }
  try {
    await world.settle()
    await setUp(world, scenario)
  } catch (error) {
    await world.stop()
    throw error
  }
  await controlPlane.control('observe', { traces: true })
  controlPlane.onEvent('trace', (trace) => {
    const entry = logEntryOf(trace)
    if (entry) log.push(entry)
  })
  return world
}
