import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { serveSandbox } from '../outside/sandbox/remote'
import type { Sandbox } from '../outside/sandbox/sandbox'
import type { TabLink } from '../links/tab-link'
import type { PageConnection } from '../transport/page'
import { sleep } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import { App } from './shell/App'
import { makeRouter } from './shell/router'
import { PAGE_CLOCK } from './state/clock'
import { openSession } from './state/connection'
import { applyStyleSheets } from './style-sheets'

/** The sandbox of this page, loaded when somebody's code is about to run. */
function lazySandbox(): Sandbox {
  let loaded: Promise<Sandbox> | undefined
  const load = (): Promise<Sandbox> =>
    (loaded ??= import('../outside/sandbox/frame').then(({ createFrameSandbox }) => createFrameSandbox(document)))
  return {
    run: async (call) => (await load()).run(call),
    prepare: async (call) => (await load()).prepare(call),
    warm: () =>
      void load().then(
        (sandbox) => sandbox.warm(),
        (error: unknown) => console.warn('The sandbox could not be prepared:', error),
      ),
  }
}

/** Runs a person's code in a frame of this page, for the worker at the other end of the port. */
export const serveWorker = (port: MessagePort): void => serveSandbox(port, lazySandbox())

/** A page that takes longer to load is shown loading, with the frame around it. */
const LONGEST_WAIT_MS = 400

/** Shows the page; `link` is what its address asks for. */
export async function start(connecting: Promise<PageConnection>, link: TabLink): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root element')
  try {
    // The scripts have just run: what follows is a task of its own, so that the page can answer a click in between.
    await sleep(PAGE_CLOCK, 0)
    const router = makeRouter()
    await sleep(PAGE_CLOCK, 0)
    const [connection] = await Promise.all([
      connecting,
      applyStyleSheets(),
      // Loading errors are shown in the place of the page.
      Promise.race([router.load(), sleep(PAGE_CLOCK, LONGEST_WAIT_MS)]),
    ])
    // In slices, between which the page can do other things: a person's click, an answer of the worker.
    startTransition(() =>
      createRoot(root).render(<App session={openSession(connection)} link={link} router={router} />),
    )
  } catch (error) {
    root.textContent = `The control plane could not be reached: ${messageOf(error)}`
    root.setAttribute('role', 'alert')
  }
}
