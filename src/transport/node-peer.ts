import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Connection } from './connection'

/** The peer of a connection: address, encryption and client certificates. */
export function connectionOf({ socket }: IncomingMessage): Connection {
  const remote = socket.remoteAddress ?? ''
  if (!('encrypted' in socket)) return { remote, secure: false }
  const peerCertificates = peerChain(socket as TLSSocket)
  return { remote, secure: true, ...(peerCertificates.length > 0 && { peerCertificates }) }
}

const chains = new WeakMap<TLSSocket, readonly Uint8Array[]>()

/** The peer's chain as presented, leaf first; the handshake has proven possession of its key. */
function peerChain(socket: TLSSocket): readonly Uint8Array[] {
  const known = chains.get(socket)
  if (known) return known
  const chain: Uint8Array[] = []
  let certificate = socket.getPeerCertificate(true)
  while (certificate?.raw) {
    chain.push(new Uint8Array(certificate.raw))
    const { issuerCertificate } = certificate
    if (!issuerCertificate || issuerCertificate === certificate) break
    certificate = issuerCertificate
  }
  chains.set(socket, chain)
  return chain
}
