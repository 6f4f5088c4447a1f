import { CONFIG_MAPS } from '../../client/core-targets'
import { isObject } from '../../machinery/json'
import { useSystemClient } from '../state/connection'
import { useLiveObject } from './live-objects'

/** The certificates that verify this cluster's API server. */
export interface ClusterCa {
  /** PEM; undefined until it is known, and where the cluster publishes none. */
  readonly pem?: string
  /** The cluster publishes no CA: it is switched off, or its release has none. */
  readonly missing: boolean
}

/**
 * The CA that the cluster publishes in the namespace default, kept current: just after a start a controller has yet to write it.
 */
export function useClusterCa(): ClusterCa {
  const { object, phase } = useLiveObject(
    useSystemClient(),
    { ...CONFIG_MAPS, namespace: 'default' },
    'orch-root-ca.crt',
  )
  const pem = isObject(object?.['data']) ? object['data']['ca.crt'] : undefined
  return { ...(typeof pem === 'string' && { pem }), missing: phase === 'gone' || phase === 'failed' }
}
