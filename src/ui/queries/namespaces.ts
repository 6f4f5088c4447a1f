import { useMemo } from 'react'
import { NAMESPACES } from '../../client/core-targets'
import { useSystemClient } from '../state/connection'
import { useLiveObjects } from './live-objects'

/** The names of all namespaces, live. */
export function useNamespaces(): readonly string[] {
  const client = useSystemClient()
  const { items } = useLiveObjects(client, NAMESPACES)
  return useMemo(() => items.map((item) => item.metadata.name ?? '').sort(), [items])
}
