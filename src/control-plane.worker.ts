import { createSystemClock } from './machinery/system-clock'
import { HOLDS, LOADED, SUPERSEDED, type WorkerMessage, workerStart } from './transport/page-protocol'
import { keepsStorage, siteLocks } from './transport/site-locks'
import { waitForOwnership } from './transport/site-owner'

// The lock is requested while the control plane is still loading.
const beginning = workerStart(self.name)
const loading = import('./control-plane.service')
loading.then(
  () => postMessage(LOADED),
  // The window does not see an unhandled rejection, only a reported error; it restarts a worker that failed.
  (error: unknown) => reportError(error),
)
let help: (port: MessagePort) => void = () => undefined
const helper = new Promise<MessagePort>((resolve) => (help = resolve))
const kept = keepsStorage(navigator.locks)
const owner = waitForOwnership({
  scope: beginning.scope,
  clock: createSystemClock(),
  locks: siteLocks(navigator.locks, kept),
  async start(ownership) {
    postMessage(HOLDS)
    return (await loading).startService(beginning, helper, ownership, await kept)
  },
  superseded() {
    postMessage(SUPERSEDED)
    close()
  },
})

addEventListener('message', ({ data, ports: [port] }: MessageEvent<WorkerMessage>) => {
  if (data.type === 'seize') owner.seize()
  else if (!port) return
  else if (data.type === 'helper') help(port)
  else owner.serve(port)
})
