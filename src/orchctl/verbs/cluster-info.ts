import type { Call, Command } from '../core/command'
import { CONTROL_PLANE, PROGRAM, SYSTEM_NAMESPACE } from '../core/words'
import { DUMP } from './cluster-info-dump'

/** The command `orchctl cluster-info`. */
export const CLUSTER_INFO: Command = {
  name: 'cluster-info',
  short: 'Display cluster information',
  section: 'Cluster Management Commands',
  commands: [DUMP],
  async run({ session }: Call) {
    const further = `\nTo further debug and diagnose cluster problems, use '${PROGRAM} cluster-info dump'.`
    const discovery = await session.discovery()
    discovery.asked = 5
    await discovery.catalogue().catch((error: unknown) => {
      session.out(further)
      throw error
    })
    session.out(`${CONTROL_PLANE} is running at ${await session.server()}`)
    const api = await session.api()
    const { items } = await api.json<{ items: { metadata: { name: string } }[] }>(
      'GET',
      `/api/v1/namespaces/${SYSTEM_NAMESPACE}/services`,
      { query: { labelSelector: 'orch.io/cluster-service=true' }, subject: { group: '', resource: 'services' } },
    )
    for (const { metadata } of items)
      session.out(
        `${metadata.name} is running at ${await session.server()}/api/v1/namespaces/${SYSTEM_NAMESPACE}/services/${metadata.name}/proxy`,
      )
    session.out(further)
  },
}
