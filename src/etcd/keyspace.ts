/** Where a cluster's keys lie in etcd. Objects are at the prefix; what replicas tell each other is beside them. */
export interface Keyspace {
  /** Every key of the cluster is at or after this one. */
  readonly first: string
  /** And before this one. */
  readonly end: string
  /** The key in etcd of a key of the store, which begins with a slash. */
  toEtcd(key: string): string
  /** The key of the store; undefined for one that is not the store's. */
  toStore(key: string): string | undefined
  /** A key for something that is no object. */
  own(name: string): string
  /** Where the ranges of keys ends that start with `prefix`. */
  endOf(prefix: string): string
}

/** No object's key begins so: its second part is the name of a group. */
const OWN = '/.orchard/'

/** The keys of the cluster at `prefix`, such as `/registry`; with or without a slash at its end. */
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

/** The first key that does not start with `prefix`, whose last character is ASCII. */
const after = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
