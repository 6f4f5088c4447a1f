import { isObject } from '../../../machinery/json'

const stepText = (key: string): string => {
  const kind = key.slice(0, 2)
  const rest = key.slice(2)
  if (kind === 'f:') return /^[\w-]+$/.test(rest) ? `.${rest}` : `["${rest}"]`
  if (kind === 'k:') return `[${rest.replace(/^\{|\}$/g, '')}]`
  if (kind === 'v:') return `[=${rest}]`
  return `[${rest}]`
}

/** The leaves of a set of owned fields, as paths a person can read: `.spec.containers["name":"main"].image`. */
export function fieldPaths(fields: Readonly<Record<string, unknown>>, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([key, below]) => {
    if (key === '.') return Object.keys(fields).length === 1 ? [prefix] : []
    const path = prefix + stepText(key)
    const deeper = isObject(below) ? fieldPaths(below, path) : []
    return deeper.length ? deeper : [path]
  })
}
