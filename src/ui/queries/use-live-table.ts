import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Client } from '../../client/client'
import type { Query, Target } from '../../client/targets'
import type { LiveTableState } from './live-rows'
import { LiveTable } from './live-table'

/** The live table of a collection, with a client's rights. */
export function useLiveTable(
  client: Client,
  { group, version, resource, namespace }: Target,
  query: Query = {},
): LiveTableState {
  const shape = JSON.stringify(query)
  const table = useMemo(
    () => new LiveTable(client, { group, version, resource, namespace }, JSON.parse(shape) as Query),
    [client, group, version, resource, namespace, shape],
  )
  useEffect(() => table.start(), [table])
  return useSyncExternalStore(table.subscribe, table.snapshot)
}
