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

/** The sizes for a number of verbs; `scale` enlarges all of them with the text. */
export const matrixSizes = (verbs: number, scale: number): MatrixSizes => ({
  row: 26 * scale,
  head: 52 * scale,
  first: 264 * scale,
  width: Math.max(72, verbs * 9 + 36) * scale,
})
