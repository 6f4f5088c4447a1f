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

/** A sandbox whose guests belong to one world, so that code can't see what it stored in another one. */
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

/** The outside of a scenario's cluster: its webhooks if there is a sandbox for their code, and no network. */
export async function outsideOf(
  { webhooks = [] }: Scenario,
  clock: ControllableClock,
  sandbox: Sandbox | undefined,
): Promise<Outside> {
  if (!sandbox || webhooks.length === 0) return NETWORK
  const service = createAdmissionWebhooks({
    // The world's clock is held, so it is advanced when a slow webhook waits.
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
    // A scenario's webhooks have no authority of their own.
    authority: () => Promise.resolve(''),
  })
  await service.change(webhookSettings(webhooks))
  return createTabOutside({
    handlers: [service.handle],
    readiness: service.ready ? [service.ready] : [],
    network: NETWORK,
  })
}
