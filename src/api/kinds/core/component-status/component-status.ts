import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { tableOf } from '../../meta/table-columns'

/** Result of a component's health check. */
export interface ComponentHealth {
  readonly name: string
  readonly healthy: boolean
  readonly message: string
  readonly error?: string
}

/** A component's health as an object. Objects are not stored but created on demand. */
export const componentStatusOf = ({ name, healthy, message, error }: ComponentHealth): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ComponentStatus',
  metadata: { name },
  conditions: [
    {
      type: 'Healthy',
      status: error === undefined ? (healthy ? 'True' : 'False') : 'Unknown',
      message,
      ...(error !== undefined && { error }),
    },
  ],
})

interface Condition {
  readonly type: string
  readonly status: string
  readonly message?: string
  readonly error?: string
}

/** Health of control plane components; deprecated since 1.19, read-only. */
export const componentStatus: KindBehaviour = {
  group: '',
  resource: 'componentstatuses',
  kind: 'ComponentStatus',
  ...tableOf(
    (object) => {
      const found = ((object['conditions'] ?? []) as Condition[]).find(({ type }) => type === 'Healthy')
      const text = found?.status === 'True' ? 'Healthy' : found?.status === 'False' ? 'Unhealthy' : 'Unknown'
      return { found, text }
    },
    ['Status', 'string', ({ text }) => text],
    ['Message', 'string', ({ found }) => found?.message ?? ''],
    ['Error', 'string', ({ found }) => found?.error ?? ''],
  ),
}
