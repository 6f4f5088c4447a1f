import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../../client/client'
import { resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { useClient } from '../../state/connection'

/** A kind with objects, and the namespace of the first one. */
export interface FirstShown {
  readonly info: ResourceInfo
  readonly namespace?: string | undefined
}

/** The first kind with objects visible to the caller; undefined if there is none. */
export async function firstWithObjects(
  client: Pick<Client, 'list'>,
  infos: readonly ResourceInfo[],
): Promise<FirstShown | undefined> {
  for (const info of infos)
    try {
      const [object] = (await client.list(info, { query: { limit: 1 } })).items
      if (object) return { info, namespace: object.metadata.namespace }
    } catch {
      // Skip kinds that cannot be listed; their own pages show the error.
    }
  return undefined
}

/** The default object to show: null if there is none, undefined until known. */
export function useFirstShown(infos: readonly ResourceInfo[], enabled: boolean): FirstShown | null | undefined {
  const client = useClient()
  const query = useQuery({
    queryKey: ['versions', 'first', infos.map((info) => `${resourceTitle(info)} ${info.version}`)],
    queryFn: async () => (await firstWithObjects(client, infos)) ?? null,
    enabled: enabled && infos.length > 0,
  })
  return query.data
}
