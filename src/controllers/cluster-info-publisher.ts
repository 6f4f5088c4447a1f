import { CONFIG_MAPS, NAMESPACES } from '../client/core-targets'
import { encodeText } from '../machinery/base64'
import { encodeYaml } from '../machinery/encode-yaml'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import { CLUSTER_INFO_KEY, CLUSTER_INFO_NAME, CLUSTER_INFO_NAMESPACE } from './bootstrap-signer'
import { runNamed } from './kit'
import type { ControllerRow } from './controllers'

const NAME = 'cluster-info-publisher'
const INFO_MAPS = { ...CONFIG_MAPS, namespace: CLUSTER_INFO_NAMESPACE }

/** A client configuration with only the cluster's address and certificate authority, for nodes that join. */
export const clusterInfo = (server: string, rootCa: string): string =>
  encodeYaml({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: '', cluster: { server, 'certificate-authority-data': encodeText(rootCa) } }],
    contexts: [],
    users: [],
    'current-context': '',
    preferences: {},
  })

/** Real releases have no such controller, and so no role for it: this one allows only writing the ConfigMap. */
function ownRole(): ApiObject[] {
  const apiGroup = 'rbac.authorization.orch.io'
  const metadata = { name: `system:controller:${NAME}`, namespace: CLUSTER_INFO_NAMESPACE }
  return [
    {
      apiVersion: `${apiGroup}/v1`,
      kind: 'Role',
      metadata,
      rules: [
        { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] },
        { apiGroups: [''], resources: ['configmaps'], resourceNames: [CLUSTER_INFO_NAME], verbs: ['update'] },
      ],
    },
    {
      apiVersion: `${apiGroup}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup, kind: 'Role', name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: NAME, namespace: 'orch-system' }],
    },
  ]
}

/** Keeps the cluster-info ConfigMap: its configuration follows the cluster; the signatures are left to the signer. */
export const clusterInfoPublisher: ControllerRow = {
  name: NAME,
  defaultOn: false,
  account: 'cluster-info-publisher',
  needs: ['v1/namespaces', 'v1/configmaps'],
  roles: ownRole(),
  start: (deps) =>
    runNamed(deps, NAME, {
      watches: [
        {
          target: INFO_MAPS,
          query: { fieldSelector: `metadata.name=${CLUSTER_INFO_NAME}` },
          keys: () => [CLUSTER_INFO_NAME],
        },
        {
          target: NAMESPACES,
          query: { fieldSelector: `metadata.name=${CLUSTER_INFO_NAMESPACE}` },
          keys: () => [CLUSTER_INFO_NAME],
        },
      ],
      async reconcile(_, [maps, namespaces]) {
        if (!namespaces?.get(undefined, CLUSTER_INFO_NAMESPACE)) return
        const text = clusterInfo(deps.serverUrl, deps.rootCa)
        const map = maps?.get(CLUSTER_INFO_NAMESPACE, CLUSTER_INFO_NAME)
        const data = (map?.data ?? {}) as Record<string, string>
        if (data[CLUSTER_INFO_KEY] === text) return
        try {
          if (map) await deps.client.update(INFO_MAPS, { ...map, data: { ...data, [CLUSTER_INFO_KEY]: text } })
          else
            await deps.client.create(INFO_MAPS, {
              metadata: { name: CLUSTER_INFO_NAME },
              data: { [CLUSTER_INFO_KEY]: text },
            })
        } catch (error) {
          if (!isStatus(error, 'AlreadyExists')) throw error
        }
      },
    }),
}
