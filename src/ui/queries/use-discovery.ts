import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listAndWatch } from '../../client/list-watch'
import { PAGE_CLOCK } from '../state/clock'
import { useSystemClient } from '../state/connection'
import { findResource } from './discovery'
import { keptDiscovery, readAndKeep } from './kept-discovery'
import { pathOfVersion, readVersion, listedResources } from './read-discovery'

/** All groups and kinds; what the last page in this browser read, until the server has answered. */
export function useDiscovery() {
  const client = useSystemClient()
  return useQuery({
    queryKey: ['discovery'],
    queryFn: () => readAndKeep(client),
    staleTime: Infinity,
    placeholderData: (before) => before ?? keptDiscovery(),
  })
}

/** One kind from discovery; read from its own version's document until all of discovery is available. */
export function useResource(group: string, version: string, resource: string) {
  const client = useSystemClient()
  const all = useDiscovery()
  const known = findResource(all.data, group, version, resource)
  const early = useQuery({
    queryKey: ['discovery', group, version],
    queryFn: () => readVersion(client, pathOfVersion(group, version)),
    enabled: all.isPending && version !== '',
    retry: false,
  })
  const own = early.data && listedResources({ group, preferred: version }, version, early.data.resources)
  return { info: known ?? (all.isPending ? own?.find((r) => r.resource === resource) : undefined), all }
}

/** Reads discovery and schemas again whenever a CustomResourceDefinition or an APIService changes. */
export function useDiscoveryUpdates(): void {
  const client = useSystemClient()
  const queries = useQueryClient()
  const has = useDiscovery().data?.resources.some((r) => r.resource === 'customresourcedefinitions' && r.preferred)
  useEffect(() => {
    if (!has) return
    const stop = new AbortController()
    let timers: ReturnType<typeof setTimeout>[] = []
    const renew = () => {
      timers.forEach(clearTimeout)
      // Names are accepted a moment after the definition is stored, so the first reading may be too early.
      timers = [150, 1200].map((ms) =>
        setTimeout(() => {
          void queries.invalidateQueries({ queryKey: ['discovery'] })
          void queries.invalidateQueries({ queryKey: ['openapi'] })
        }, ms),
      )
    }
    void listAndWatch(
      client,
      { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' },
      {},
      { replaced: () => undefined, changed: renew },
      PAGE_CLOCK,
      stop.signal,
    )
    return () => {
      stop.abort()
      timers.forEach(clearTimeout)
    }
  }, [client, queries, has])
}
