import type { FindDependents } from './recorder'

let find: FindDependents = () => Promise.resolve([])

/** Says how to find what falls with a deleted object; who knows the kinds that are served says it. */
export const setFindDependents = (how: FindDependents): void => {
  find = how
}

/** What falls with objects that are about to be deleted; nothing until somebody has said how to find it. */
export const findDependents: FindDependents = (deleted) => find(deleted)
