import type { FindDependents } from './recorder'

let find: FindDependents = () => Promise.resolve([])

/** Registers how to find the dependents of a deleted object; set by code that knows the served kinds. */
export const setFindDependents = (how: FindDependents): void => {
  find = how
}

/** The objects that are deleted together with the given ones; empty until `setFindDependents` was called. */
export const findDependents: FindDependents = (deleted) => find(deleted)
