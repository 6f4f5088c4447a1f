import { createRoot } from 'react-dom/client'
import { App } from './ui/App'
import { openSession } from './ui/state/connection'
import { withoutSecretsInAddress } from './ui/state/flag-secrets'
import { createFrameSandbox } from './outside/sandbox/frame'
import { serveSandbox } from './outside/sandbox/remote'
import { connectToControlPlane } from './transport/page-connection'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')

const helper = new MessageChannel()
serveSandbox(helper.port1, createFrameSandbox(document))

connectToControlPlane(helper.port2).then(
  (connection) => {
    // The flags are on their way: an address that somebody copies must not hold keys and tokens.
    const address = withoutSecretsInAddress(location.href)
    if (address !== location.href) history.replaceState(history.state, '', address)
    createRoot(root).render(<App session={openSession(connection)} />)
  },
  (error: unknown) => {
    root.textContent = `The control plane could not be reached: ${error instanceof Error ? error.message : String(error)}`
    root.setAttribute('role', 'alert')
  },
)
