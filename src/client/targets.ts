import { escapeTarget } from '../machinery/request-target'

/** A collection: `group` '' is core; without `namespace` it is cluster-scoped or spans all namespaces. */
export interface Target {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace?: string | undefined
}

/** Query parameters; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** The path of a collection, an object in it, or a subresource. */
export function pathOf({ group, version, resource, namespace }: Target, name?: string, subresource?: string): string {
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`
  return [root, ...(namespace ? ['namespaces', namespace] : []), resource, name, subresource]
    .filter((part): part is string => part !== undefined && part !== '')
    .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
    .join('/')
}

/** Appends query parameters to a path that may have a query already; dot segments are kept. */
export function targetWith(path: string, query: Query): string {
  const [place = '', asked = ''] = escapeTarget(path).split(/\?(.*)/s)
  const more = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(asked)
  for (const [key, value] of more) parameters.set(key, String(value))
  const search = more.length > 0 ? String(parameters) : asked
  return `${place.startsWith('/') ? '' : '/'}${place}${search && `?${search}`}`
}
