import type { ApiObject } from '../../machinery/object'

/** Identifies an object among those of its type: its uid, or namespace and name if it has none. */
export const objectKey = ({ metadata: { uid, namespace = '', name = '' } }: ApiObject): string =>
  uid ?? `${namespace}/${name}`
