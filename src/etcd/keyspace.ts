/** The layout of a cluster's keys in etcd. Objects are below the prefix; other data of the servers is next to them. */
export interface Keyspace {
  /** Start of the range of the cluster's keys, inclusive. */
  readonly first: string
  /** End of the range, exclusive. */
  readonly end: string
  /** The etcd key for a key of the store, which begins with a slash. */
  toEtcd(key: string): string
  /** The store's key; undefined for a key that does not belong to the store. */
  toStore(key: string): string | undefined
  /** A key for data that is not an object. */
  own(name: string): string
  /** The end of the range of keys that start with `prefix`. */
  endOf(prefix: string): string
}

/** No object's key begins like this, because its second part is an API group. */
const OWN = '/.orchard/'

/** The keyspace of the cluster at `prefix`, such as `/registry`; with or without a trailing slash. */
export function keyspaceAt(prefix: string): Keyspace {
  const base = prefix.replace(/\/+$/, '')
  const first = `${base}/`
  return {
    first,
    end: after(first),
    toEtcd: (key) => base + key,
    toStore: (key) => (key.startsWith(base + OWN) ? undefined : key.slice(base.length)),
    own: (name) => base + OWN + name,
    endOf: (start) => after(base + start),
  }
}

/** The first key after all that start with `prefix`, whose last character is ASCII. */
const after = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
