import { FlagError, type Flags } from '../parse-flags'
import type { TlsOptions } from '../transport/node-listener'
import { readText } from './text-files'

/** Certificate, key and client CAs of the listener; undefined to serve without TLS. Rejects with `FlagError`. */
export async function tlsOf(flags: Flags): Promise<TlsOptions | undefined> {
  const certFile = flags.get('tls-cert-file')
  const keyFile = flags.get('tls-private-key-file')
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new FlagError('--tls-cert-file and --tls-private-key-file must be set together')
  const authorities = [flags.get('client-ca-file'), flags.get('requestheader-client-ca-file')].filter(
    (name) => name !== undefined,
  )
  const [cert, key, ...clientCa] = await Promise.all([certFile, keyFile, ...authorities].map(readText))
  return { cert: cert ?? '', key: key ?? '', clientCa }
}
