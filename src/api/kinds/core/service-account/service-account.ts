import type { KindBehaviour } from '../../../kind'
import { AGE, tableOf } from '../../meta/table-columns'

/** Identities that live in a namespace (authentication document, "Service accounts"). */
export const serviceAccount: KindBehaviour = {
  group: '',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  nameRule: 'subdomain',
  deleteReturnsObject: true,
  ...tableOf(
    (object) => object,
    ['Secrets', 'string', (object) => ((object.secrets as unknown[] | undefined) ?? []).length],
    AGE,
  ),
}
