const ALGORITHMS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.5': 'RSA with SHA-1',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.113549.1.1.11': 'RSA with SHA-256',
  '1.2.840.113549.1.1.12': 'RSA with SHA-384',
  '1.2.840.113549.1.1.13': 'RSA with SHA-512',
  '1.2.840.10045.4.3.2': 'ECDSA with SHA-256',
  '1.2.840.10045.4.3.3': 'ECDSA with SHA-384',
  '1.2.840.10045.4.3.4': 'ECDSA with SHA-512',
  '1.3.101.112': 'Ed25519',
}
const EXTENSIONS: Readonly<Record<string, string>> = {
  '2.5.29.14': 'subject key identifier',
  '2.5.29.15': 'key usage',
  '2.5.29.17': 'subject alternative name',
  '2.5.29.19': 'basic constraints',
  '2.5.29.31': 'revocation lists',
  '2.5.29.32': 'policies',
  '2.5.29.35': 'authority key identifier',
  '2.5.29.37': 'extended key usage',
  '1.3.6.1.5.5.7.1.1': 'authority information',
}

/** The common name of an object identifier, or the identifier itself. */
export const algorithmName = (id: string): string => ALGORITHMS[id] ?? id
/** Name of a certificate extension, or its identifier if it has none here. */
export const extensionName = (id: string): string => EXTENSIONS[id] ?? id

/** Hexadecimal in pairs: `0a:1b`. */
export const pairsOf = (hex: string): string => (hex.match(/../g) ?? []).join(':')
