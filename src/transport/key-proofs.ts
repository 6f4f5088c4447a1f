/** Certificate chains whose keys the client has proven to hold, by the id given to the client. */
export type ProvenCertificates = ReadonlyMap<string, readonly Uint8Array[]>

/** How a client proves that it has the key of its certificate. */
export interface KeyProofOptions {
  /** Random bytes for a challenge. */
  nonce(): ArrayBuffer
  /** Whether the signature over the challenge's text was made with the key of the certificate (DER). */
  verifyProof(certificate: Uint8Array, nonce: ArrayBuffer, signature: ArrayBuffer): Promise<boolean>
}

/** The proofs of possession of one client. */
export interface KeyProofs {
  readonly proven: ProvenCertificates
  /** Returns the nonce that the client must sign to prove that it holds the key of the chain's first certificate. */
  challenge(id: number, chain: readonly Uint8Array[]): ArrayBuffer
  /** Resolves with the id of the proven chain; rejects a wrong signature. Each challenge can be used once. */
  prove(id: number, signature: ArrayBuffer): Promise<string>
}

/** An empty set of proofs for a new client. */
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
