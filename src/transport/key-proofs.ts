/** Certificate chains whose keys the client has proven to hold, by the id it was told. */
export type ProvenCertificates = ReadonlyMap<string, readonly Uint8Array[]>

export interface KeyProofOptions {
  /** Random bytes of a challenge. */
  nonce(): ArrayBuffer
  /** Whether the key of the certificate (DER) made the signature over the challenge's text. */
  verifyProof(certificate: Uint8Array, nonce: ArrayBuffer, signature: ArrayBuffer): Promise<boolean>
}

/** What one client has shown of the keys of its certificates. */
export interface KeyProofs {
  readonly proven: ProvenCertificates
  /** What the client is to sign, to show that it holds the key of the chain's first certificate. */
  challenge(id: number, chain: readonly Uint8Array[]): ArrayBuffer
  /** Resolves to the id of the proven chain; rejects a wrong signature. Each challenge is good for one try. */
  prove(id: number, signature: ArrayBuffer): Promise<string>
}

/** The proofs of a client that has shown nothing yet. */
export function keyProofs(options: KeyProofOptions): KeyProofs {
  const challenges = new Map<number, { chain: readonly Uint8Array[]; nonce: ArrayBuffer }>()
  const proven = new Map<string, readonly Uint8Array[]>()
  return {
    proven,
    challenge(id, chain) {
      const nonce = options.nonce()
      challenges.set(id, { chain, nonce })
      return nonce
    },
    async prove(id, signature) {
      const challenge = challenges.get(id)
      challenges.delete(id)
      const [leaf] = challenge?.chain ?? []
      if (!challenge || !leaf) throw new Error('there is no certificate to prove')
      if (!(await options.verifyProof(leaf, challenge.nonce, signature)))
        throw new Error('the private key does not belong to the certificate')
      const name = `certificate-${id}`
      proven.set(name, challenge.chain)
      return name
    },
  }
}
