import type { Call } from '../core/command'
import { CommandError, usageError } from '../core/errors'
import type { ApiObject } from '../../machinery/object'
import { itemsOf, specOf, statusOf, textOf } from '../describe/common'
import { runningTimeout } from './process-flags'
import { connectTo, processCommand } from './processes'

/** `port-forward`: the server refuses it. */
export const PORT_FORWARD = processCommand(
  'port-forward',
  'Forward one or more local ports to a pod',
  [{ name: 'address', type: 'list', default: 'localhost', help: 'Addresses to listen at' }, runningTimeout('1m0s')],
  (call) => {
    if (call.args.length < 2)
      return Promise.reject(usageError(call.path, 'TYPE/NAME and list of ports are required for port-forward'))
    return connectTo(call, call.args[0], 'portforward', {}, (pod) => checkPorts(call, pod))
  },
)

/** @throws CommandError for named ports that the pod lacks, and for a pod that is not running */
function checkPorts({ args }: Call, pod: ApiObject): void {
  const named = itemsOf(specOf(pod).containers).flatMap(({ ports }) => itemsOf(ports).map(({ name }) => textOf(name)))
  for (const word of args.slice(1)) {
    const port = word.split(':').at(-1) ?? ''
    if (!/^\d*$/.test(port) && !named.includes(port))
      throw new CommandError(`Pod '${pod.metadata.name ?? ''}' does not have a named port '${port}'`)
  }
  const phase = textOf(statusOf(pod).phase)
  if (phase !== 'Running')
    throw new CommandError(`unable to forward port because pod is not running. Current status=${phase}`)
}
