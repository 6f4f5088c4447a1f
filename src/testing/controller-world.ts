import { afterEach } from 'vitest'
import { createServiceAccountIssuer } from '../authentication/service-account-issuer'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import type { ApiObject } from '../machinery/object'
import { cryptoRandom } from '../machinery/random'
import { authorityOf, createAuthority } from '../pki/authority'
import { createMemoryKeyStore } from '../pki/key-store'
import { countedCrypto } from './counted-crypto'
import { FakeApi } from './fake-api'
import { createFakeClock, type FakeClock } from './fake-clock'

const crypto = countedCrypto

const tokens = await createServiceAccountIssuer({
  crypto,
  keys: createMemoryKeyStore(),
  files: { read: () => '' },
  flag: () => undefined,
  flags: () => [],
})
const made = await createAuthority(crypto, { name: 'ca', now: createFakeClock().now() })
/** Signs certificates for the signers. */
export const authority = authorityOf(crypto, made.certificate, made.keys.privateKey)

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A fake API and a fake clock for controllers; `log` collects what they report. */
export interface World {
  readonly clock: FakeClock
  readonly api: FakeApi
  readonly log: string[]
  readonly start: (row: ControllerRow, more?: Partial<ControllerDeps>) => Promise<void>
}

/** Controllers over a small API; stopped after each test. */
export function world(): World {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const log: string[] = []
  return {
    clock,
    api,
    log,
    async start(row, more = {}) {
      const stop = new AbortController()
      const done = row.start({
        client: api.client,
        reader: api.client,
        clock,
        random: cryptoRandom(crypto),
        crypto,
        signal: stop.signal,
        release: 20,
        feature: () => false,
        flag: () => undefined,
        authority,
        feed: { targets: () => [], resolve: () => undefined, all: () => [], subscribe: () => () => undefined },
        rootCa: 'ROOT',
        tokens,
        serverUrl: 'https://orchard.example',
        log: (_, message) => log.push(message),
        ...more,
      })
      stops.push(async () => {
        stop.abort()
        await done
      })
      await api.settled()
    },
  }
}

/** A namespace with this name. */
export const namespace = (name: string, more: Partial<ApiObject> = {}): ApiObject => ({ metadata: { name }, ...more })
