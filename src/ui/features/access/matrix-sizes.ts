/** Sizes of the matrix in pixels: what is in sight is computed with them. */
export interface MatrixSizes {
  /** Of a line of the body. */
  readonly row: number
  readonly head: number
  /** Of the column with the resources' names. */
  readonly first: number
  /** Of a subject's column. */
  readonly width: number
}

/** The sizes for so many verbs; with larger texts, everything is larger by the same `scale`. */
export const matrixSizes = (verbs: number, scale: number): MatrixSizes => ({
  row: 26 * scale,
  head: 52 * scale,
  first: 264 * scale,
  width: Math.max(72, verbs * 9 + 36) * scale,
})
