import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { present, unchanged } from '../../meta/rules'
import { tableOf } from '../../meta/table-columns'

interface Migration {
  spec: { resource: { group: string; version: string; resource: string } }
}
const read = (object: ApiObject) => asDraft<Migration>(object).spec?.resource ?? {}

const PROGRESS = ['Running', 'Failed', 'Succeeded']

/** Progress of a migration: its last true condition. */
const progressOf = (object: ApiObject): string =>
  (asDraft<{ status: { conditions: { type: string; status: string }[] } }>(object).status?.conditions ?? []).findLast(
    ({ type = '', status }) => status === 'True' && PROGRESS.includes(type),
  )?.type ?? 'Unknown'

/** Requests that all objects of a resource be rewritten in the current storage version. */
export const storageVersionMigration: KindBehaviour = {
  group: 'storagemigration.orch.io',
  resource: 'storageversionmigrations',
  kind: 'StorageVersionMigration',
  hasStatus: true,
  subresources: { status: {} },
  validate(object) {
    const errors: Errors = []
    present(read(object).resource, 'spec.resource.resource', errors)
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(read(object), read(old), 'spec', errors)
    return errors
  },
  ...tableOf(
    read,
    ['Resource', 'string', ({ group, resource = '' }) => (group ? `${resource}.${group}` : resource)],
    ['Status', 'string', (_, object) => progressOf(object), { since: 35 }],
  ),
}
