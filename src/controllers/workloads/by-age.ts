import type { ApiObject } from '../../machinery/object'

/** Oldest first. */
export const byAge = (objects: readonly ApiObject[]): ApiObject[] =>
  [...objects].sort((a, b) => {
    const [first, second] = [a, b].map(({ metadata }) => `${metadata.creationTimestamp ?? ''} ${metadata.name ?? ''}`)
    return (first ?? '') < (second ?? '') ? -1 : 1
  })
