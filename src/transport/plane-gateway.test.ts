import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unavailable } from '../server/unavailable'
import { createFakeClock } from '../testing/fake-clock'
import { createPlaneGateway } from './plane-gateway'
import { serverWire } from './port-protocol'
import { type PortServer, servePort } from './port-server'
import type { ServiceWorkerScope, WindowClient } from './service-worker-scope'

const servers: PortServer[] = []
beforeEach(() => {
  const locks = { query: async () => ({ held: [] }) }
  vi.stubGlobal('navigator', { userAgent: 'a browser', locks })
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A window with the owner behind it. */
const owner: WindowClient = {
  url: 'http://here.test/',
  postMessage(_message, [port]) {
    servers.push(
      servePort(serverWire(port as MessagePort), {
        clock: createFakeClock(),
        fetch: async ({ url }) => new Response(new URL(url).pathname),
        control: () => Promise.resolve(null),
        state: () => ({}),
        nonce: () => new ArrayBuffer(0),
        verifyProof: () => Promise.resolve(false),
      }),
    )
  },
}
const gone: WindowClient = {
  url: 'http://here.test/',
  postMessage() {
    throw new DOMException('it is gone', 'InvalidStateError')
  },
}

it.each<[what: string, first: () => Promise<readonly WindowClient[]>]>([
  ['windows can’t be listed at first', () => Promise.reject(new Error('not now'))],
  ['a window goes while it is asked', async () => [gone, owner]],
  ['there is none behind the windows at first', async () => [{ ...owner, postMessage: () => undefined }]],
])('finds the owner although %s', async (_what, first) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  let asked = 0
  const worker = {
    registration: { scope: 'http://here.test/' },
    // The first question is whether there is a window at all.
    clients: { matchAll: () => (++asked === 2 ? first() : Promise.resolve([owner])) },
  } as unknown as ServiceWorkerScope
  const gateway = createPlaneGateway(worker, '', unavailable)
  const answers = await Promise.all(
    [1, 2].map(() => gateway.send(new Request('http://here.test/version'), '/version', 'a')),
  )
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['/version', '/version'])
  expect(warn.mock.calls.length).toBeLessThanOrEqual(1)
})
