import { replaceBlockedStorage } from './links/blocked-storage'
import { startOfArrival } from './links/arrival'
import { browserMemory } from './links/browser-memory'
import { scenarioPlace } from './links/scenario-link'
import { shownFirst } from './links/shown-first'
import { FRAMED } from './links/rule'
import { openTabLink } from './links/tab-link'
import { embedAddress, embedPanel } from './links/embed'
import { linkPlane, makeNamedPlane, showsLink } from './links/link-plane'
import { programsMayReach } from './links/programs'
import { otherPlane } from './links/plane-of-tab'
import { createSystemClock } from './machinery/system-clock'
import { otherSite } from './names/site'
import { unavailable } from './server/unavailable'
import { connectToControlPlane } from './transport/connect-page'
import { planeOfSearch } from './transport/plane-address'
import { createSiteFetch } from './transport/site-fetch'

const forgetful = replaceBlockedStorage(window)
const framed = window.top !== window.self
if (framed && !embedPanel(location.search)) refuseFrame()
// index.html has redirected to another address, which is loading.
else if (document.documentElement.dataset.moving === undefined) moveOrOpen()

function moveOrOpen(): void {
  const { href } = location
  if (!forgetful) makeNamedPlane(href, () => localStorage, Date.now())
  const other =
    otherSite(href, document.baseURI) ??
    embedAddress(href) ??
    otherPlane(href, () => ({ local: localStorage, session: sessionStorage })) ??
    scenarioPlace(href) ??
    (forgetful ? undefined : linkPlane(href, () => localStorage, Date.now()))
  if (other === undefined) open()
  else moveTo(other)
}

/** Navigates to another address of this site. If only the part after `#` differs, a browser loads nothing, so this page opens. */
function moveTo(address: string): void {
  const [here] = location.href.split('#')
  if (address.split('#')[0] !== here) return location.replace(address)
  history.replaceState(history.state, '', address)
  open()
}

/** Another page could cover this one to trick the user: in a frame nothing runs, unless the address asks to be embedded. */
function refuseFrame(): void {
  const link = document.createElement('a')
  link.href = location.href
  link.target = '_blank'
  link.rel = 'noreferrer'
  link.textContent = 'Open Orchard'
  document.querySelector('.o-starting')?.replaceChildren(FRAMED, ' ', link)
}

function open(): void {
  const link = openTabLink({
    href: location.href,
    framed,
    memory: browserMemory(() => sessionStorage),
    referrer: document.referrer,
    id: crypto.randomUUID(),
  })
  // Keys and tokens are removed from the address, since users copy it.
  if (link.address !== location.href) history.replaceState(history.state, '', link.address)

  // The control plane takes longest to start, so it is requested first; the interface loads meanwhile.
  const ui = import('./ui/start')
  const helper = (): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    void ui.then(({ serveWorker }) => serveWorker(port1))
    return port2
  }
  const { request, accepted } = link
  const asked = request ? { ...request, accepted } : startOfArrival(localStorage)
  const connecting = connectToControlPlane({
    link: asked,
    helper,
    programs: programsMayReach(localStorage),
    shown: shownFirst({
      storage: localStorage,
      hash: location.hash,
      events: globalThis,
      clock: createSystemClock(),
    }),
  })
  // The page of a link is what a visitor waits for; requested after the control plane, whose start takes longer. If it can't be loaded, the
  // interface says so in its place.
  if (showsLink(location)) import('./ui/features/learn/OpenPage').catch(() => undefined)
  globalThis.fetch = createSiteFetch({
    base: document.baseURI,
    plane: planeOfSearch(location.search),
    native: fetch.bind(globalThis),
    connection: connecting,
    unavailable,
  })
  void ui.then(({ start }) => start(connecting, link))
}
