/** Values nested deeper than this are refused; no real object comes close. */
export const MAX_DEPTH = 500

/** A body that can't be decoded. Positions count from 1 and are absent when unknown. */
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

/** Line and column of an offset, both counted from 1. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const newline = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: offset - newline }
}
