import { behaves } from '../api/releases/ledger'
import type { Target } from '../client/client'
import { equal } from '../machinery/json'
import { runController } from './controller'
import type { ControllerDeps, ControllerRow } from './controllers'
import { isActive, isConflictOrGone } from './default-service-account'

const NAMESPACES: Target = { group: '', version: 'v1', resource: 'namespaces' }
const CONFIG_MAPS: Target = { group: '', version: 'v1', resource: 'configmaps' }
export const ROOT_CA_NAME = 'orch-root-ca.crt'

/** The certificates that verify the API server, as a config map in every namespace; changes of it are taken back. */
export const rootCaPublisher: ControllerRow = {
  name: 'root-ca-cert-publisher',
  defaultOn: true,
  account: 'root-ca-cert-publisher',
  needs: ['v1/namespaces', 'v1/configmaps'],
  start: (deps) => (behaves('root-ca-config-map', deps) ? publish(deps) : Promise.resolve()),
}

const publish = ({ client, reader, clock, signal, log, rootCa }: ControllerDeps): Promise<void> =>
  runController({
    name: 'root-ca-cert-publisher',
    client: reader,
    clock,
    signal,
    log: (message) => log('root-ca-cert-publisher', message),
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
      const data = { 'ca.crt': rootCa }
      const known = maps?.get(namespace, ROOT_CA_NAME)
      if (known && equal(known.data, data)) return
      try {
        if (known) await client.update({ ...CONFIG_MAPS, namespace }, { ...known, data })
        else await client.create({ ...CONFIG_MAPS, namespace }, { metadata: { name: ROOT_CA_NAME }, data })
      } catch (error) {
        if (!isConflictOrGone(error)) throw error
      }
    },
  })
