import { useMemo } from 'react'
import { NAMESPACES } from '../../client/core-targets'
import { useSystemClient } from '../state/connection'
import { useLiveObjects } from './live-objects'

const NONE: readonly string[] = []

/** The names of all namespaces, live; undefined until they have been read. */
export function useLoadedNamespaces(): readonly string[] | undefined {
  const client = useSystemClient()
  const { items, phase } = useLiveObjects(client, NAMESPACES)
  return useMemo(
    () => (phase === 'loading' ? undefined : items.map((item) => item.metadata.name ?? '').sort()),
    [items, phase],
  )
}

/** The names of all namespaces, live. */
export const useNamespaces = (): readonly string[] => useLoadedNamespaces() ?? NONE
