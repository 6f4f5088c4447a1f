import { NAMESPACES, SERVICE_ACCOUNTS } from '../client/core-targets'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import type { ControllerRow } from './controllers'
import { runNamed } from './kit'

const DEFAULT_NAME = 'default'

/** Whether objects can be created in a namespace: it exists and is not terminating. */
export const isActive = (namespace: ApiObject | undefined): boolean =>
  namespace !== undefined &&
  !namespace.metadata.deletionTimestamp &&
  (namespace.status as { phase?: string } | undefined)?.phase !== 'Terminating'

/** Failures that mean only that the namespace is terminating, or that another writer was faster. */
export const isConflictOrGone = (error: unknown): boolean =>
  isStatus(error, 'AlreadyExists') || isStatus(error, 'NotFound') || isStatus(error, 'Forbidden')

/** Keeps a service account `default` in every namespace; a deleted one is recreated. */
export const defaultServiceAccount: ControllerRow = {
  name: 'serviceaccount',
  defaultOn: true,
  account: 'service-account-controller',
  needs: ['v1/namespaces', 'v1/serviceaccounts'],
  start: (deps) =>
    runNamed(deps, 'serviceaccount', {
      watches: [
        { target: NAMESPACES, keys: ({ metadata }) => [metadata.name ?? ''] },
        {
          target: SERVICE_ACCOUNTS,
          query: { fieldSelector: `metadata.name=${DEFAULT_NAME}` },
          keys: ({ metadata }) => [metadata.namespace ?? ''],
        },
      ],
      async reconcile(namespace, [namespaces, accounts]) {
        if (!isActive(namespaces?.get(undefined, namespace)) || accounts?.get(namespace, DEFAULT_NAME)) return
        try {
          await deps.client.create({ ...SERVICE_ACCOUNTS, namespace }, { metadata: { name: DEFAULT_NAME } })
        } catch (error) {
          if (!isConflictOrGone(error)) throw error
        }
      },
    }),
}
