import type { KindBehaviour } from '../../../kind'
import { columns } from '../../meta/columns'
import { since } from '../../meta/duration'

/** Identities that live in a namespace (authentication document, "Service accounts"). */
export const serviceAccount: KindBehaviour = {
  group: '',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  nameRule: 'subdomain',
  deleteReturnsObject: true,
  columns: columns('Secrets', 'Age'),
  cells: (object, now) => [
    ((object.secrets as unknown[] | undefined) ?? []).length,
    since(object.metadata.creationTimestamp, now),
  ],
}
