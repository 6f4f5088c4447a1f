/**
 * The library's entry point for Node: a cluster that listens on an address, for clients and controllers in any
 * language.
 */
import { refusal } from '../server/unavailable'
import { listen } from '../transport/node-listener'
import type { Fetch } from '../transport/connection'
import { type Cluster, type ClusterOptions, startCluster } from './cluster'

/** The server certificate with its key, and the authorities whose client certificates are trusted; PEM. */
export interface ServeTls {
  readonly cert: string
  readonly key: string
  readonly clientCa?: readonly string[]
}

/** Options for serving a cluster. The defaults are 127.0.0.1, any free port, and HTTP without `tls`. */
export interface ServeOptions extends Omit<ClusterOptions, 'serverUrl'> {
  readonly host?: string
  readonly port?: number
  readonly tls?: ServeTls
}

/** A cluster that listens on a port of this machine. */
export interface ServedCluster extends Cluster {
  /** Such as `http://127.0.0.1:40321`. Requests without credentials are anonymous. */
  readonly url: string
}

const GRACE_MS = 5_000

/** Starts a cluster and serves it. Rejects if the address is unavailable or the configuration invalid. */
export async function serveCluster(options: ServeOptions = {}): Promise<ServedCluster> {
  let open: (fetch: Fetch) => void = () => undefined
  const served = new Promise<Fetch>((resolve) => (open = resolve))
  const listener = await listen(async (request, connection) => (await served)(request, connection), {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    ...(options.tls && { tls: options.tls }),
    onError: (error) => options.log?.(String(error)),
    refuse: refusal,
  })
  try {
    const cluster = await startCluster({ ...options, serverUrl: listener.address })
    open(cluster.controlPlane.fetch)
    return {
      ...cluster,
      url: listener.address,
      async stop() {
        await cluster.controlPlane.stop()
        await listener.close(GRACE_MS)
        await cluster.store.close()
      },
    }
  } catch (error) {
    await listener.close(0)
    throw error
  }
}
