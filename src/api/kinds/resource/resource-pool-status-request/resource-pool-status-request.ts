import type { KindBehaviour } from '../../../kind'
import { NONE } from '../../meta/columns'
import { asDraft, type Draft } from '../../meta/draft'
import { since } from '../../meta/duration'
import { tableOf } from '../../meta/table-columns'

interface Pool {
  totalDevices: number
  availableDevices: number
  allocatedDevices: number
  unavailableDevices: number
  validationError: string
}
interface Request {
  spec: { driver: string }
  status: {
    poolCount: number
    pools: Pool[]
    conditions: { type: string; status: string; lastTransitionTime: string }[]
  }
}

const UNKNOWN = '-'

/** Sums over a request's pools; unknown until it is answered successfully. */
function read({ spec = {}, status }: Draft<Request>) {
  const ended = status?.conditions?.find(
    ({ type, status: holds }) => holds === 'True' && (type === 'Complete' || type === 'Failed'),
  )
  const pools = status?.pools ?? []
  const count = status?.poolCount ?? 0
  const known = status !== undefined && ended?.type !== 'Failed'
  const sum = (of: (pool: Draft<Pool>) => number) =>
    known ? String(pools.reduce((total, pool) => total + of(pool), 0)) : UNKNOWN
  const part = ended?.type === 'Complete' && count > pools.length ? ` (${pools.length}/${count} pools)` : ''
  const completed = ended?.type === 'Complete' ? ended.lastTransitionTime : undefined
  return { driver: spec.driver ?? '', sum, count, state: `${ended?.type ?? 'Pending'}${part}`, completed }
}

/** Asks about a driver's devices; the status contains the answer. */
export const resourcePoolStatusRequest: KindBehaviour = {
  group: 'resource.orch.io',
  resource: 'resourcepoolstatusrequests',
  kind: 'ResourcePoolStatusRequest',
  hasStatus: true,
  subresources: { status: {} },
  ...tableOf(
    (object) => read(asDraft<Request>(object)),
    ['Driver', 'string', ({ driver }) => driver],
    ['Total', 'string', ({ sum }) => sum(({ totalDevices = 0 }) => totalDevices)],
    ['Available', 'string', ({ sum }) => sum(({ availableDevices = 0 }) => availableDevices)],
    ['Allocated', 'string', ({ sum }) => sum(({ allocatedDevices = 0 }) => allocatedDevices)],
    ['Unavailable', 'string', ({ sum }) => sum(({ unavailableDevices = 0 }) => unavailableDevices)],
    ['Errors', 'string', ({ sum }) => sum(({ validationError }) => (validationError === undefined ? 0 : 1))],
    ['Pools', 'integer', ({ count }) => count],
    ['Status', 'string', ({ state }) => state],
    ['Completed', 'string', ({ completed }, _, now) => (completed ? since(completed, now) : NONE)],
  ),
}
