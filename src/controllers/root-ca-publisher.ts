import { CONFIG_MAPS, NAMESPACES } from '../client/core-targets'
import { behaves } from '../api/releases/ledger'
import { equal } from '../machinery/json'
import { runNamed } from './kit'
import type { ControllerDeps, ControllerRow } from './controllers'
import { isActive, isConflictOrGone } from './default-service-account'

/** Name of the ConfigMap in every namespace with the certificates that verify the API server. */
export const ROOT_CA_NAME = 'orch-root-ca.crt'

/** Keeps the certificates that verify the API server as a ConfigMap in every namespace; changes by others are reverted. */
export const rootCaPublisher: ControllerRow = {
  name: 'root-ca-cert-publisher',
  defaultOn: true,
  account: 'root-ca-cert-publisher',
  needs: ['v1/namespaces', 'v1/configmaps'],
  start: (deps) => (behaves('root-ca-config-map', deps) ? publish(deps) : Promise.resolve()),
}

const publish = (deps: ControllerDeps): Promise<void> =>
  runNamed(deps, 'root-ca-cert-publisher', {
    watches: [
      { target: NAMESPACES, keys: ({ metadata }) => [metadata.name ?? ''] },
      {
        target: CONFIG_MAPS,
        query: { fieldSelector: `metadata.name=${ROOT_CA_NAME}` },
        keys: ({ metadata }) => [metadata.namespace ?? ''],
      },
    ],
    async reconcile(namespace, [namespaces, maps]) {
      if (!isActive(namespaces?.get(undefined, namespace))) return
      const data = { 'ca.crt': deps.rootCa }
      const known = maps?.get(namespace, ROOT_CA_NAME)
      if (known && equal(known.data, data)) return
      try {
        if (known) await deps.client.update({ ...CONFIG_MAPS, namespace }, { ...known, data })
        else await deps.client.create({ ...CONFIG_MAPS, namespace }, { metadata: { name: ROOT_CA_NAME }, data })
      } catch (error) {
        if (!isConflictOrGone(error)) throw error
      }
    },
  })
