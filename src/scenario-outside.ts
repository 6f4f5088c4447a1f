import type { ControllableClock } from './machinery/controllable-clock'
import type { Outside } from './machinery/egress'
import { seededRandom } from './machinery/random'
import { createAdmissionWebhooks } from './outside/admission-webhooks'
import type { Sandbox } from './outside/sandbox/sandbox'
import { createTabOutside } from './outside/tab'
import type { Scenario } from './scenarios/scenario'
import { webhookSettings } from './scenarios/webhook-settings'

const NETWORK: Outside = {
  fetch: (request) => Promise.reject(new Error(`no server answers at ${request.url}`)),
}

/** A sandbox whose guests belong to one world: what the code remembers of another one is not there. */
function apart(sandbox: Sandbox, world: string): Sandbox {
  const owned = <T extends { readonly owner?: string }>(call: T): T => ({
    ...call,
    owner: `${world} ${call.owner ?? ''}`,
  })
  return {
    run: (call) => sandbox.run(owned(call)),
    prepare: (call) => sandbox.prepare(owned(call)),
    warm: () => sandbox.warm(),
  }
}

let worlds = 0

/** What a scenario's cluster can reach: its webhooks where there is a sandbox for their code, and no network. */
export async function outsideOf(
  { webhooks = [] }: Scenario,
  clock: ControllableClock,
  sandbox: Sandbox | undefined,
): Promise<Outside> {
  if (!sandbox || webhooks.length === 0) return NETWORK
  const service = createAdmissionWebhooks({
    // The world's clock is held: time goes on where a slow webhook needs some.
    clock: {
      ...clock,
      setTimer(ms, run) {
        const cancel = clock.setTimer(ms, run)
        void clock.step(ms)
        return cancel
      },
    },
    random: seededRandom('11'),
    settings: { get: () => Promise.resolve(undefined), put: () => Promise.resolve() },
    sandbox: apart(sandbox, `world ${++worlds}`),
    // A scenario's webhooks have none of their own.
    authority: () => Promise.resolve(''),
  })
  await service.change(webhookSettings(webhooks))
  return createTabOutside({
    handlers: [service.handle],
    readiness: service.ready ? [service.ready] : [],
    network: NETWORK,
  })
}
