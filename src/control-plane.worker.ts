import { type WorkerMessage, workerStart } from './transport/page-protocol'
import { waitForOwnership } from './transport/site-owner'

// The lock is asked for while the control plane is still being loaded.
const beginning = workerStart(self.name)
const loading = import('./control-plane.service')
let help: (port: MessagePort) => void = () => undefined
const helper = new Promise<MessagePort>((resolve) => (help = resolve))
const owner = waitForOwnership(beginning.scope, navigator.locks, async () =>
  (await loading).startService(beginning, helper),
)

addEventListener('message', ({ data, ports: [port] }: MessageEvent<WorkerMessage>) => {
  if (!port) return
  if (data.type === 'helper') help(port)
  else owner.serve(port)
})
