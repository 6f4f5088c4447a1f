/** Values nested deeper than this are refused: nothing that an object holds comes near it. */
export const MAX_DEPTH = 500

/** A body that can't be read. Positions count from 1; absent when they are unknown. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  constructor(
    message: string,
    readonly line?: number,
    readonly column?: number,
  ) {
    super(message)
  }
}

/** Line and column, both from 1, of an offset. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const newline = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: offset - newline }
}
