import { keptStorage } from './control-plane-storage'
import type { startService } from './control-plane.service'
import { createControllableClock } from './machinery/controllable-clock'
import { createSystemClock } from './machinery/system-clock'
import { memoryStorage } from './storage/memory'
import { HOLDS, LOADED, siteName, SUPERSEDED, type WorkerMessage, workerStart } from './transport/page-protocol'
import { keepsStorage, siteLocks } from './transport/site-locks'
import { waitForOwnership } from './transport/site-owner'

/**
 * Waits for the site's lock, and then reads what the start needs, while the control plane's script is still `loading`. `early` are the
 * messages that arrived before this code.
 */
export function ownSite(
  loading: Promise<{ readonly startService: typeof startService }>,
  early: readonly MessageEvent<WorkerMessage>[],
): void {
  const clock = createSystemClock()
  const beginning = workerStart(self.name)
  loading.then(
    () => postMessage(LOADED),
    (error: unknown) => reportError(error),
  )
  let help: (port: MessagePort) => void = () => undefined
  const helper = new Promise<MessagePort>((resolve) => (help = resolve))
  const kept = keepsStorage(navigator.locks)
  const owner = waitForOwnership({
    scope: beginning.scope,
    clock,
    locks: siteLocks(navigator.locks, kept),
    async start(ownership) {
      postMessage(HOLDS)
      const shown = createControllableClock(clock)
      // A browser that keeps no storage for this page: everything is in memory, and is lost with the page.
      const storage = (await kept) ? keptStorage(shown, siteName(beginning.scope), ownership) : memoryStorage(shown)
      return (await loading).startService(beginning, { clock: shown, storage, helper })
    },
    superseded() {
      postMessage(SUPERSEDED)
      close()
    },
  })

  const take = ({ data, ports: [port] }: MessageEvent<WorkerMessage>): void => {
    if (data.type === 'seize') owner.seize()
    else if (!port) return
    else if (data.type === 'helper') help(port)
    else owner.serve(port)
  }
  early.forEach(take)
  addEventListener('message', take)
}
