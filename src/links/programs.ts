import { currentPlane, planeKey } from './plane-key'

const KEY = 'programs'

/**
 * Whether programs outside the browser may reach this page's plane. They know only the main plane's address; another plane can take
 * it over while it is open, if the user asked for that.
 */
export const programsMayReach = (storage: Pick<Storage, 'getItem'>): boolean =>
  currentPlane() === '' || storage.getItem(planeKey(KEY)) !== null

/** Lets programs reach a plane from its next load until it is deleted. @throws when the browser has no room */
export const letProgramsReach = (storage: Pick<Storage, 'setItem'>, plane: string): void =>
  storage.setItem(planeKey(KEY, plane), 'yes')
