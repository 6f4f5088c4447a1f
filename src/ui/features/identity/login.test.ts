import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createControllableClock } from '../../../machinery/controllable-clock'
import type { JsonObject } from '../../../machinery/json'
import { cryptoRandom } from '../../../machinery/random'
import { createIdentityProvider } from '../../../outside/identity-provider'
import { DEFAULT_PROVIDER } from '../../../outside/identity-provider-settings'
import { controlServices, isOutsideCall, type SimulatedService } from '../../../outside/simulated'
import { createTabOutside } from '../../../outside/tab'
import { createMemoryKeyStore } from '../../../pki/key-store'
import type { Control } from '../../../server/control'
import type { Prover } from '../../state/identity'
import type { StoredIdentity } from '../../state/keyring'
import { decodeToken } from './jwt'
import { type LoginStep, logIn } from './login'

vi.mock('../../../outside/sandbox/frame', async () => {
  const { createNodeSandbox } = await import('../../../outside/sandbox/node')
  return { createFrameSandbox: createNodeSandbox }
})

vi.stubGlobal('document', {})
afterAll(() => void vi.unstubAllGlobals())

const clock = createControllableClock({
  now: () => Date.UTC(2024, 0, 1),
  setTimer: () => () => undefined,
  steady: () => 0,
})
clock.hold()
const forward = (ms: number): void => {
  const { now } = clock.state()
  vi.spyOn(clock, 'now').mockReturnValue(now + ms)
}
let provider: SimulatedService
let control: Control
let prover: Prover

beforeEach(() => {
  vi.restoreAllMocks()
  const kept = new Map<string, unknown>()
  provider = createIdentityProvider({
    clock,
    crypto,
    random: cryptoRandom(crypto),
    settings: { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) },
    keys: createMemoryKeyStore(),
    authority: async () => '',
  })
  const services = controlServices(
    [provider],
    createTabOutside({
      handlers: [provider.handle],
      network: { fetch: () => Promise.reject(new Error('no network')) },
    }),
  )
  control = (async (name: string, args: unknown) =>
    isOutsideCall(name) ? services(name, args) : { mode: 'held', now: clock.now(), aheadMs: 0 }) as unknown as Control
  prover = { control, identify: () => Promise.reject(new Error('no certificate expected')) }
})

const { issuer, clientId, clientSecret } = DEFAULT_PROVIDER
const credentials = { issuer, clientId, clientSecret, username: 'nora', password: 'nora' }
const tokenOf = ({ headers }: { headers: readonly (readonly [string, string])[] }): string =>
  headers.find(([name]) => name === 'Authorization')?.[1].replace('Bearer ', '') ?? ''

describe('a login', () => {
  it('takes four steps and ends with tokens', async () => {
    const steps: LoginStep[] = []
    const { idToken, refreshToken } = await logIn(control, credentials, crypto, (step) => steps.push(step))
    expect(decodeToken(idToken).claims).toMatchObject({ sub: 'nora', iss: issuer })
    expect(refreshToken).not.toBe('')
    expect(steps.map(({ request, status }) => [request, status])).toEqual([
      [`GET ${issuer}/.well-known/openid-configuration`, 200],
      [`POST ${issuer}/authorize`, 302],
      [`POST ${issuer}/token`, 200],
    ])
  })

  it('says what the provider says', async () => {
    const steps: LoginStep[] = []
    await expect(logIn(control, { ...credentials, password: 'x' }, crypto, (step) => steps.push(step))).rejects.toThrow(
      'user name or password is wrong',
    )
    expect(steps.at(-1)).toMatchObject({ status: 401 })
  })
})

describe('credentials that are fetched', () => {
  const fetched = async (credential: StoredIdentity['credential']) => {
    const { presentFetched, refuseFetched } = await import('./present')
    const kept: StoredIdentity = { id: crypto.randomUUID(), name: 'x', groups: [], note: '', credential }
    return { get: () => presentFetched(kept, prover), refused: () => refuseFetched(kept.id) }
  }

  it('are renewed by the provider before they end, by the cluster’s clock', async () => {
    const { idToken, refreshToken } = await logIn(control, credentials, crypto, () => undefined)
    const { get } = await fetched({
      type: 'openid',
      provider: { issuer, clientId, clientSecret, refreshToken, idToken },
    })
    expect(tokenOf(await get())).toBe(idToken)
    forward(595_000)
    const renewed = tokenOf(await get())
    expect(renewed).not.toBe(idToken)
    expect(Number(decodeToken(renewed).claims['exp']) * 1000).toBe(Date.UTC(2024, 0, 1) + 595_000 + 600_000)
    expect(tokenOf(await get())).toBe(renewed)
  })

  it('can’t be renewed where a refresh gives no ID token', async () => {
    const { idToken, refreshToken } = await logIn(control, credentials, crypto, () => undefined)
    await provider.change({ ...DEFAULT_PROVIDER, refreshGivesIdToken: false } as unknown as JsonObject)
    const { get } = await fetched({
      type: 'openid',
      provider: { issuer, clientId, clientSecret, refreshToken, idToken },
    })
    forward(600_000)
    await expect(get()).rejects.toThrow('no ID token')
  })

  it('come from a plugin’s function, and are kept until they end or are refused', async () => {
    const { usePlugins } = await import('./plugins')
    vi.spyOn(console, 'warn').mockReturnValue(undefined) // there is no storage to keep the function in
    const command = 'read-badge'
    usePlugins.getState().save(command, {
      stdinAvailable: true,
      source: `let n = 0
        function plugin({ args, env, stdin, now }) {
          const info = JSON.parse(env.ORCH_EXEC_INFO)
          return { apiVersion: info.apiVersion, kind: 'ExecCredential', status: {
            token: [++n, args[0], env.DOOR, stdin, info.spec.interactive, info.spec.cluster.server].join(' '),
            expirationTimestamp: new Date(Date.parse(now) + 60_000).toISOString() } }
        }`,
    })
    usePlugins.getState().type(command, 'typed')
    const { get, refused } = await fetched({
      type: 'exec',
      exec: {
        command,
        args: ['north'],
        env: [{ name: 'DOOR', value: 'open' }],
        apiVersion: 'client.authentication.orch.io/v1',
        provideClusterInfo: true,
        interactiveMode: 'IfAvailable',
      },
      cluster: { server: 'https://c' },
    })
    const told = (n: number): string => `${n} north open typed true https://c`
    expect(tokenOf(await get())).toBe(told(1))
    expect(tokenOf(await get())).toBe(told(1))
    refused()
    expect(tokenOf(await get())).toBe(told(2))
    forward(60_000)
    expect(tokenOf(await get())).toBe(told(3))
    const { runs } = usePlugins.getState()
    expect(runs.map(({ ok, interactive }) => [ok, interactive])).toEqual(Array(3).fill([true, true]))
    expect(JSON.stringify(runs)).not.toContain('north open typed')
  })

  it.each([
    ['no function', undefined, 'Never', /not found[\s\S]*ask around/],
    ['a function that throws', 'function plugin() { throw new Error("empty battery") }', 'Never', /exit code 1/],
    ['no standard input', 'function plugin() { return {} }', 'Always', /needs standard input/],
  ] as const)('are missing with %s', async (_what, source, interactiveMode, why) => {
    const { usePlugins } = await import('./plugins')
    vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const command = `command-${interactiveMode}-${source?.length ?? 0}`
    if (source !== undefined) usePlugins.getState().save(command, { source, stdinAvailable: false })
    const { get } = await fetched({
      type: 'exec',
      exec: {
        command,
        args: [],
        env: [],
        apiVersion: 'client.authentication.orch.io/v1',
        installHint: 'ask around',
        provideClusterInfo: false,
        interactiveMode,
      },
    })
    await expect(get()).rejects.toThrow(why)
  })
})
