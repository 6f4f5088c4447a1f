import { type Identity, useIdentities } from '../../state/identity'
import { fileName, type StoredIdentity, type KeyringState, useKeyring } from '../../state/keyring'

function identityOfKept(kept: StoredIdentity): Identity {
  const { id, name, groups, note, credential } = kept
  const base = { id, name, groups, note, page: { type: 'none' } as const, headers: [] }
  switch (credential.type) {
    case 'token':
      return { ...base, headers: [['Authorization', `Bearer ${credential.token}`]] }
    case 'header':
      return { ...base, headers: [['Authorization', credential.authorization]] }
    case 'certificate':
      return {
        ...base,
        present: async (prover) => (await import('./present')).presentCertificate(credential, prover),
        curl: ['--cert', fileName(name, '.crt'), '--key', fileName(name, '.key')],
      }
    case 'openid':
    case 'exec':
      return {
        ...base,
        present: async (prover) => (await import('./present')).presentFetched(kept, prover),
        refused: () => void import('./present').then(({ refuseFetched }) => refuseFetched(id)),
        curl: ['-H', '"Authorization: Bearer $TOKEN"'],
      }
  }
}

/** Makes all identities in the keyring available everywhere. */
function publish(now: KeyringState, before?: KeyringState): void {
  const { add, remove } = useIdentities.getState()
  for (const { id } of before?.kept ?? []) if (!now.kept.some((kept) => kept.id === id)) remove(id)
  for (const kept of now.kept) if (!before?.kept.includes(kept)) add(identityOfKept(kept))
}

publish(useKeyring.getState())
useKeyring.subscribe(publish)
