import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import { AGE, tableOf } from '../../meta/table-columns'

/** Keeps only the names of an account's secrets. */
function keepSecretNames(object: ApiObject): void {
  const draft = asDraft<core.ServiceAccount>(object)
  if (draft.secrets) draft.secrets = draft.secrets.map(({ name }) => (name === undefined ? {} : { name }))
}

/** Identities for pods, by namespace (authentication document, "Service accounts"). */
export const serviceAccount: KindBehaviour = {
  group: '',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  nameRule: 'subdomain',
  deleteReturnsObject: true,
  prepareForCreate: keepSecretNames,
  prepareForUpdate: keepSecretNames,
  ...tableOf(
    (object) => object,
    ['Secrets', 'string', (object) => ((object.secrets as unknown[] | undefined) ?? []).length, { removed: 35 }],
    AGE,
  ),
}
