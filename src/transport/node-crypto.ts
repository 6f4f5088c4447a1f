/** The algorithms that the control plane needs. */
const NEEDED: readonly (() => AlgorithmIdentifier | EcKeyGenParams | RsaHashedKeyGenParams)[] = [
  () => ({ name: 'ECDSA', namedCurve: 'P-256' }),
  () => ({ name: 'ECDSA', namedCurve: 'P-384' }),
]

async function suffices(crypto: Crypto): Promise<boolean> {
  try {
    for (const algorithm of NEEDED)
      await crypto.subtle.generateKey(algorithm() as EcKeyGenParams, true, ['sign', 'verify'])
    return true
  } catch {
    return false // a missing algorithm is the answer, not an error
  }
}

/**
 * One provider for everything, because keys can't be shared between providers: Node's own if it supports all algorithms, else
 * @peculiar/webcrypto. `native` is the runtime's provider.
 */
export async function nodeCrypto(native: Crypto | undefined = globalThis.crypto): Promise<Crypto> {
  if (native && (await suffices(native))) return native
  const { Crypto: Provider } = await import('@peculiar/webcrypto')
  return new Provider()
}
