import { afterEach, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { until } from '../testing/until'
import { OwnerSearch } from './owner-search'
import { linkName, type SiteMessage } from './page-protocol'
import { PortClient } from './port-client'
import type { ClientMessage, ServerMessage } from './port-protocol'
import { type PortServer, servePort } from './port-server'
import { broadcastWire } from './wire'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A page that searches; `hear` receives its messages on the site's channel. */
function world(site: string) {
  const clock = createFakeClock()
  const asked: string[] = []
  const servers = new Map<string, PortServer>()
  const found: PortClient[] = []
  let deaf = true
  let unanswered = 0
  const hear = ({ link }: Extract<SiteMessage, { type: 'seek' }>): void => {
    asked.push(link)
    if (deaf) return
    const known = servers.get(link)
    if (known) return known.update()
    const wire = broadcastWire<ServerMessage, ClientMessage>(linkName(site, link), 'server')
    servers.set(
      link,
      servePort(wire, {
        clock,
        fetch: async () => new Response(),
        control: () => Promise.resolve(null),
        state: () => ({}),
        nonce: () => new ArrayBuffer(0),
        verifyProof: () => Promise.resolve(false),
      }),
    )
  }
  const search: OwnerSearch = new OwnerSearch({
    clock,
    site,
    channel: { postMessage: (message) => hear(message as Extract<SiteMessage, { type: 'seek' }>) },
    clientOf: (wire) => new PortClient(wire, { clock }),
    found: (client) => found.push(client),
    unanswered: () => unanswered++,
  })
  ends.push(() => {
    search.end()
    for (const client of found) client.close()
    for (const server of servers.values()) server.close()
  })
  return { search, clock, asked, servers, found, unanswered: () => unanswered, listen: () => (deaf = false) }
}

it('asks again until somebody answers, ever more seldom', async () => {
  const { search, clock, asked, servers, found, unanswered, listen } = world('again')
  search.begin()
  search.begin()
  for (const [times, wait] of [5, 10, 20, 20].entries()) {
    expect([asked.length, unanswered()]).toEqual([times + 1, times])
    await clock.advance(wait * 1_000)
  }
  // One link, however often it is asked for: an owner that was busy answers all of it at once.
  expect(new Set(asked).size).toBe(1)
  listen()
  await clock.advance(20_000)
  await until(
    () => found.length,
    (count) => count > 0,
  )
  expect([found.length, servers.size]).toEqual([1, 1])
  const before = asked.length
  await clock.advance(3_600_000)
  expect(asked.length).toBe(before)
})

it('asks nobody once it has ended, and on a new channel when it begins again', async () => {
  const { search, clock, asked, found, listen } = world('new channel')
  search.begin()
  search.end()
  await clock.advance(3_600_000)
  expect(asked.length).toBe(1)
  listen()
  search.begin()
  await until(
    () => found.length,
    (count) => count > 0,
  )
  expect(new Set(asked).size).toBe(2)
})
