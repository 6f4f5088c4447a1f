import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import { AGE, tableOf } from '../../meta/table-columns'
import { behaves } from '../../../releases/ledger'

const MOUNTABLE_SECRETS = 'orch.io/enforce-mountable-secrets'

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
  warnings: ({ metadata }, { release }) =>
    metadata.annotations?.[MOUNTABLE_SECRETS] === 'true' && behaves('mountable-secrets-warning', release)
      ? [
          `metadata.annotations[${MOUNTABLE_SECRETS}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
        ]
      : [],
  prepareForCreate: keepSecretNames,
  prepareForUpdate: keepSecretNames,
  ...tableOf(
    (object) => object,
    ['Secrets', 'string', (object) => ((object.secrets as unknown[] | undefined) ?? []).length, { removed: 35 }],
    AGE,
  ),
}
