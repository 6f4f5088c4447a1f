import type { ApiObject } from '../machinery/object'
import { SIMULATED } from './node-registration'
import { simulatedLog } from './pod-log'
import { usageOf } from './usage'

const isSimulated = (node: ApiObject | undefined): boolean => node?.metadata.annotations?.[SIMULATED] !== undefined

/** The agents of simulated nodes. Requests for pods on other nodes get undefined. */
export const simulatedAgents = {
  log: (node: ApiObject | undefined, pod: ApiObject, container: string, previous: boolean, now: number) =>
    isSimulated(node) ? simulatedLog(pod, container, previous, now) : undefined,
  usage: (node: ApiObject | undefined, pod: ApiObject, sharers: number, now: number) =>
    isSimulated(node) ? usageOf(pod, sharers, now) : undefined,
}
