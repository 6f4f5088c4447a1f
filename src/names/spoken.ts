import type { Names } from './sets'

/**
 * The names that this build speaks. A build in other names translates this literal like every other one
 * (docs/decisions/003-names.md), so it must not be compared with a literal outside of this folder.
 */
export const SPOKEN: Names = 'orch'
