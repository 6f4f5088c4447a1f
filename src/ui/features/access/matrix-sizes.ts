/** Sizes of the matrix in pixels, from which the visible range is computed. */
export interface MatrixSizes {
  /** Height of a body row. */
  readonly row: number
  readonly head: number
  /** Width of the column with resource names. */
  readonly first: number
  /** Width of a subject's column. */
  readonly width: number
}

/** Width of a character of a resource's name, and of what is beside the name: spaces and the group. */
const CHARACTER = 7.6
const BESIDE_NAME = 98
/** On phones the groups are hidden, and long names take two lines. */
const NARROW = 150
const [LEAST, MOST] = [264, 420]

/** The sizes for a number of verbs and the length of the longest name; `scale` enlarges all of them with the text. */
export const matrixSizes = (verbs: number, longest: number, scale: number, narrow: boolean): MatrixSizes => ({
  row: 26 * scale,
  head: 66 * scale,
  first: (narrow ? NARROW : Math.min(Math.max(LEAST, longest * CHARACTER + BESIDE_NAME), MOST)) * scale,
  width: Math.max(72, verbs * 9 + 36) * scale,
})
