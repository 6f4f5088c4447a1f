import type { ApiObject } from '../machinery/object'

/** `<namespace>/<name>`, or only the name for cluster-scoped objects. */
export const keyOf = ({ metadata }: ApiObject): string =>
  metadata.namespace ? [metadata.namespace, metadata.name ?? ''].join('/') : (metadata.name ?? '')

/** Splits the result of `keyOf`. */
export function splitKey(key: string): { namespace: string | undefined; name: string } {
  const slash = key.indexOf('/')
  return slash < 0
    ? { namespace: undefined, name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}
