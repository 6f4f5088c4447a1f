import { useMemo } from 'react'
import { useSystemClient } from '../state/connection'
import { useLiveObjects } from './live-objects'

/** The names of all namespaces, live. */
export function useNamespaces(): readonly string[] {
  const client = useSystemClient()
  const { items } = useLiveObjects(client, { group: '', version: 'v1', resource: 'namespaces' })
  return useMemo(() => items.map((item) => item.metadata.name ?? '').sort(), [items])
}
