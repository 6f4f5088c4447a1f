import { currentPlane, planeKey } from './plane-key'

const KEY = 'programs'

/**
 * Whether programs outside the browser may reach this page's plane. They know one address, which is the main plane's; another plane
 * takes its place while it is open, where a person asked for that.
 */
export const programsMayReach = (storage: Pick<Storage, 'getItem'>): boolean =>
  currentPlane() === '' || storage.getItem(planeKey(KEY)) !== null

/** Lets programs reach a plane from its next load on, until it is deleted. Throws when the browser has no room. */
export const letProgramsReach = (storage: Pick<Storage, 'setItem'>, plane: string): void =>
  storage.setItem(planeKey(KEY, plane), 'yes')
