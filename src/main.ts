import { browserMemory } from './links/browser-memory'
import { scenarioPlace } from './links/scenario-link'
import { openTabLink } from './links/tab-link'
import { otherPlane } from './links/plane-of-tab'
import { otherSite } from './names/site'
import { connectToControlPlane } from './transport/page-connection'

const other =
  otherSite(location.href, document.baseURI) ??
  otherPlane(location.href, () => ({ local: localStorage, session: sessionStorage })) ??
  scenarioPlace(location.href)
if (other === undefined) open()
else location.replace(other)

function open(): void {
  const link = openTabLink({
    href: location.href,
    framed: window.top !== window.self,
    memory: browserMemory(() => sessionStorage),
    referrer: document.referrer,
    id: crypto.randomUUID(),
  })
  // An address that somebody copies must not hold keys and tokens.
  if (link.address !== location.href) history.replaceState(history.state, '', link.address)

  // The control plane takes longest to be there, so it is asked for first; what shows it is loaded meanwhile.
  const ui = import('./ui/start')
  const helper = (): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    void ui.then(({ serveWorker }) => serveWorker(port1))
    return port2
  }
  const { request, accepted } = link
  const connecting = connectToControlPlane(request && { ...request, accepted }, helper)
  void ui.then(({ start }) => start(connecting, link))
}
