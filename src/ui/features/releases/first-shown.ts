import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../../client/client'
import { resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { useClient } from '../../state/connection'

/** A kind of which there is an object, and where the first one lies. */
export interface FirstShown {
  readonly info: ResourceInfo
  readonly namespace?: string | undefined
}

/** The first of some kinds of which there is an object that the caller may see; undefined when there is none of any. */
export async function firstWithObjects(
  client: Pick<Client, 'list'>,
  infos: readonly ResourceInfo[],
): Promise<FirstShown | undefined> {
  for (const info of infos)
    try {
      const [object] = (await client.list(info, { query: { limit: 1 } })).items
      if (object) return { info, namespace: object.metadata.namespace }
    } catch {
      // A kind that cannot be listed is nothing to begin with; its own page says why.
    }
  return undefined
}

/** What somebody who has chosen nothing is shown of some kinds: null when there is nothing of any, undefined until it is known. */
export function useFirstShown(infos: readonly ResourceInfo[], enabled: boolean): FirstShown | null | undefined {
  const client = useClient()
  const query = useQuery({
    queryKey: ['versions', 'first', infos.map((info) => `${resourceTitle(info)} ${info.version}`)],
    queryFn: async () => (await firstWithObjects(client, infos)) ?? null,
    enabled: enabled && infos.length > 0,
  })
  return query.data
}
