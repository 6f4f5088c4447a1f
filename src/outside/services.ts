import type { Clock } from '../machinery/clock'
import { cryptoRandom } from '../machinery/random'
import { createAdmissionWebhooks } from './admission-webhooks'
import { createAuthorizationWebhook } from './authorization-webhook'
import { createIdentityProvider, type ProviderOptions } from './identity-provider'
import type { Sandbox } from './sandbox/sandbox'
import type { Settings, SimulatedService } from './simulated'
import { createTokenWebhook } from './token-webhook'

/** Dependencies of the simulated services. */
export interface ServicesOptions {
  readonly clock: Clock
  readonly crypto: Crypto
  readonly settings: Settings
  readonly keys: ProviderOptions['keys']
  /** Runs user code for the webhooks. */
  readonly sandbox: Sandbox
  /** PEM of the authority that clients of these services must trust. */
  readonly authority: () => Promise<string>
}

/** All external services that a page simulates and can configure. */
export function createServices(options: ServicesOptions): SimulatedService[] {
  const { clock, crypto, settings, keys, sandbox, authority } = options
  return [
    createIdentityProvider({
      clock,
      crypto,
      settings,
      random: cryptoRandom(crypto),
      keys,
      authority,
    }),
    createTokenWebhook({
      clock,
      settings,
      run: (source, name, input) => sandbox.run({ source, name, input, owner: 'token' }),
    }),
    createAuthorizationWebhook({
      clock,
      settings,
      run: (source, name, input) => sandbox.run({ source, name, input, owner: 'authorization' }),
    }),
    createAdmissionWebhooks({ clock, settings, random: cryptoRandom(crypto), sandbox, authority }),
  ]
}
