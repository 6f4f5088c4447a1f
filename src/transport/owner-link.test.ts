import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { NoOwner, OwnerLink } from './owner-link'
import { PortClient } from './port-client'
import { ConnectionLost } from './connection-lost'
import { clientWire, serverWire } from './port-protocol'
import { servePort } from './port-server'

const clock = createFakeClock()
const PATIENCE = 1_000

/** A client of a server that answers with its name, or never. */
function owner(name: string | undefined) {
  const { port1, port2 } = new MessageChannel()
  const asked: string[] = []
  const server = servePort(serverWire(port1), {
    clock,
    fetch: async (request) => {
      asked.push(request.method)
      return name === undefined ? new Promise(() => undefined) : new Response(name)
    },
    control: () => Promise.resolve(null),
    state: () => ({}),
    nonce: () => new ArrayBuffer(0),
    verifyProof: () => Promise.resolve(false),
  })
  return { server, asked, client: new PortClient(clientWire(port2), { clock }) }
}

function link() {
  const sought: number[] = []
  return { sought, link: new OwnerLink({ clock, patienceMs: PATIENCE, seek: () => sought.push(1) }) }
}
const request = (method: string, signal?: AbortSignal) =>
  new Request('http://x/', { method, ...(signal && { signal }) })
/** Rounds of the loop, not time: messages take one round each, and a timer may end before any of them. */
async function turn(): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve))
}

describe('the way to the owner', () => {
  it('waits for one, and goes to the one that is used last', async () => {
    const { link: way, sought } = link()
    const answer = way.fetch(request('POST'), () => null)
    expect(sought).toEqual([1])
    const [first, second] = [owner('first'), owner('second')]
    way.use(first.client)
    expect(await (await answer).text()).toBe('first')
    way.use(second.client)
    expect(await (await way.fetch(request('GET'), () => null)).text()).toBe('second')
    expect(first.client.lost).toBeDefined()
    way.forget()
  })

  it('gives up after a while, or when the request is aborted', async () => {
    const { link: way } = link()
    const answer = way.fetch(request('GET'), () => null).catch((error: unknown) => error)
    await clock.advance(PATIENCE)
    expect(await answer).toBeInstanceOf(NoOwner)
    const controller = new AbortController()
    const aborted = way.fetch(request('GET', controller.signal), () => null).catch((error: unknown) => error)
    controller.abort(new Error('enough'))
    expect(await aborted).toMatchObject({ message: 'enough' })
    await expect(way.fetch(request('GET', controller.signal), () => null)).rejects.toThrow('enough')
  })

  it('asks the next owner what the one before did not answer, but only what changes nothing', async () => {
    const { link: way } = link()
    const [silent, next] = [owner(undefined), owner('next')]
    way.use(silent.client)
    const reading = way.fetch(request('GET'), () => null)
    const writing = way.fetch(request('POST'), () => null).catch((error: unknown) => error)
    await turn()
    silent.server.close()
    await turn()
    way.use(next.client)
    expect(await writing).toBeInstanceOf(ConnectionLost)
    expect(await (await reading).text()).toBe('next')
    expect([silent.asked, next.asked]).toEqual([['GET', 'POST'], ['GET']])
    way.forget()
  })
})
