/** What the control plane signs, verifies and derives with. */
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
    return false // an algorithm that is missing is what we came to find out
  }
}

/**
 * One provider for everything: keys of one are strangers to the other. Node's own where it can do what is needed, else
 * @peculiar/webcrypto. `native` is what the runtime offers.
 */
export async function nodeCrypto(native: Crypto | undefined = globalThis.crypto): Promise<Crypto> {
  if (native && (await suffices(native))) return native
  const { Crypto: Provider } = await import('@peculiar/webcrypto')
  return new Provider()
}
