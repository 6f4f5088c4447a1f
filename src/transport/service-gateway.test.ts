import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unavailable } from '../server/unavailable'
import { createFakeClock } from '../testing/fake-clock'
import { serverWire } from './port-protocol'
import { type PortServer, servePort } from './port-server'
import { createServiceGateway } from './service-gateway'
import type { ServiceWorkerScope, WindowClient } from './service-worker-scope'

const servers: PortServer[] = []
beforeEach(() => vi.stubGlobal('navigator', { userAgent: 'a browser', locks: { query: async () => ({ held: [] }) } }))
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  vi.unstubAllGlobals()
})

/** A window that shows a plane; its owner answers with the name of the plane. */
const windowOf = (plane: string): WindowClient => ({
  url: `http://here.test/?plane=${plane}`,
  postMessage(_message, [port]) {
    servers.push(
      servePort(serverWire(port as MessagePort), {
        clock: createFakeClock(),
        fetch: async () => new Response(plane),
        control: () => Promise.resolve(null),
        state: () => ({}),
        nonce: () => new ArrayBuffer(0),
        verifyProof: () => Promise.resolve(false),
      }),
    )
  },
})

function gatewayOf(windows: Readonly<Record<string, WindowClient>>) {
  const get = vi.fn(async (id: string) => windows[id])
  const worker = {
    registration: { scope: 'http://here.test/' },
    clients: { get, matchAll: async () => Object.values(windows) },
  } as unknown as ServiceWorkerScope
  const gateway = createServiceGateway(worker, unavailable)
  const ask = (path: string, clientId: string) =>
    gateway.answer({ request: new Request(`http://here.test${path}`), clientId, resultingClientId: '' })
  return { ask, get }
}

it('sends a request to the plane that its client shows, and asks the browser once for it', async () => {
  const { ask, get } = gatewayOf({ a: windowOf('one'), b: windowOf('two') })
  const told = async (client: string) => (await ask('/api/v1', client))?.text()
  expect([await told('a'), await told('b'), await told('a'), await told('a')]).toEqual(['one', 'two', 'one', 'one'])
  expect(get.mock.calls.map(([id]) => id)).toEqual(['a', 'b'])
})

it('asks again for a client that the browser does not know yet', async () => {
  const { ask, get } = gatewayOf({ m: windowOf('') })
  await ask('/api/v1', 'loading')
  await ask('/api/v1', 'loading')
  expect(get).toHaveBeenCalledTimes(2)
})

it('takes the plane from the path, and leaves files alone', async () => {
  const { ask, get } = gatewayOf({ a: windowOf('one'), b: windowOf('two') })
  expect(await (await ask('/planes/two/api/v1', 'a'))?.text()).toBe('two')
  expect(ask('/index.html', 'a')).toBeUndefined()
  expect(get).not.toHaveBeenCalled()
})
