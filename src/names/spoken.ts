import type { Names } from './sets'

/**
 * The vocabulary of this build. Builds translate this literal like any other
 * (docs/decisions/003-names.md), so never compare it with a literal outside this folder.
 */
export const SPOKEN: Names = 'orch'
