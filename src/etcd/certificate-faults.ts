import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { messageOf } from '../machinery/message-of'
import { StoreError } from '../store/store'
import type { EtcdTls } from './channel'

/** The library's messages about failed handshakes, and advice for the user. */
const HANDSHAKES: readonly (readonly [said: RegExp, means: string])[] = [
  [
    /unable to verify|unable to get (local )?issuer|self[- ]signed/i,
    'its certificate is of no authority in --etcd-cafile',
  ],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate is not for the name that --etcd-servers has'],
  [/certificate has expired|CERT_HAS_EXPIRED|certificate is not yet valid/i, 'its certificate is not valid now'],
  [
    /alert (bad certificate|unknown ca|certificate (required|unknown|expired)|handshake failure)|certificate required/i,
    'it does not take the certificate of --etcd-certfile, or misses one',
  ],
]

/** The problem with certificates behind a connection error with this text; undefined for other failures. */
export const handshakeFault = (said: string): string | undefined => HANDSHAKES.find(([fault]) => fault.test(said))?.[1]

/** Validates certificates before they are used. Throws a `StoreError` that names the flag. */
export function checkCertificates({ ca, cert, key }: EtcdTls): void {
  if (ca !== undefined) readable('--etcd-cafile', () => new X509Certificate(ca))
  const shown = cert === undefined ? undefined : readable('--etcd-certfile', () => new X509Certificate(cert))
  const own: KeyObject | undefined =
    key === undefined ? undefined : readable('--etcd-keyfile', () => createPrivateKey(key))
  if (shown && own && !shown.checkPrivateKey(own))
    throw new StoreError('unreadable', '--etcd-keyfile is not the key of the certificate in --etcd-certfile')
}

function readable<T>(flag: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StoreError('unreadable', `the file of ${flag} holds no PEM that can be used: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
