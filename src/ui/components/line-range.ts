/** Where a line of a text begins and ends; lines count from 1. Lines beyond the end are empty, at the end. */
export function lineRange(text: string, line: number): [from: number, to: number] {
  const lines = text.split('\n')
  if (line > lines.length) return [text.length, text.length]
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return [from, from + (lines[line - 1]?.length ?? 0)]
}
