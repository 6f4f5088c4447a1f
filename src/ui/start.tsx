import { createRoot } from 'react-dom/client'
import { createFrameSandbox } from '../outside/sandbox/frame'
import { serveSandbox } from '../outside/sandbox/remote'
import type { PageConnection } from '../transport/page'
import { App } from './App'
import { openSession } from './state/connection'
import { withoutSecretsInAddress } from './state/flag-secrets'

/** Shows the page; `helper` is the end of the worker's helper that runs a person's code in a frame of this page. */
export async function start(connecting: Promise<PageConnection>, helper: MessagePort): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root element')
  serveSandbox(helper, createFrameSandbox(document))
  try {
    const connection = await connecting
    // The flags are on their way: an address that somebody copies must not hold keys and tokens.
    const address = withoutSecretsInAddress(location.href)
    if (address !== location.href) history.replaceState(history.state, '', address)
    createRoot(root).render(<App session={openSession(connection)} />)
  } catch (error) {
    root.textContent = `The control plane could not be reached: ${error instanceof Error ? error.message : String(error)}`
    root.setAttribute('role', 'alert')
  }
}
