/** How cells are aligned. */
export interface TabOptions {
  readonly minWidth: number
  readonly padding: number
}

/** The alignment of descriptions. */
export const DESCRIBE_TABS: TabOptions = { minWidth: 0, padding: 2 }
/** The alignment of tables. */
export const TABLE_TABS: TabOptions = { minWidth: 6, padding: 3 }

/**
 * Aligns cells that end with tabs: cells of one column in adjacent lines get the same width. A column ends with the first line that lacks
 * such a cell; the text after a line's last tab belongs to no column.
 */
export function alignTabs(text: string, { minWidth, padding }: TabOptions): string {
  const lines = text.split('\n').map((line) => line.split('\t'))
  const out: string[] = []
  const widths: number[] = []
  const write = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      const cells = lines[i] ?? []
      out.push(cells.map((cell, at) => (at < cells.length - 1 ? pad(cell, widths[at] ?? 0) : cell)).join(''))
    }
  }
  const format = (from: number, to: number): void => {
    const column = widths.length
    let start = from
    for (let i = from; i < to; i++) {
      if (column >= (lines[i]?.length ?? 0) - 1) continue
      write(start, i)
      let end = i
      let width = minWidth
      for (; end < to; end++) {
        const cells = lines[end] ?? []
        if (column >= cells.length - 1) break
        const size = lengthOf(cells[column] ?? '')
        width = Math.max(width, size + padding)
      }
      widths.push(width)
      format(i, end)
      widths.pop()
      start = end
      i = end - 1
    }
    write(start, to)
  }
  format(0, lines.length)
  return out.join('\n')
}

const lengthOf = (text: string): number => [...text].length
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)))

/** Formats rows as a table. `widths` keeps the column widths, so that later rows are aligned with earlier ones. */
export function formatRows(
  rows: readonly (readonly string[])[],
  widths: number[] = [],
  { minWidth, padding }: TabOptions = TABLE_TABS,
): string {
  for (const row of rows)
    row.forEach((cell, at) => {
      if (at < row.length - 1) widths[at] = Math.max(widths[at] ?? 0, minWidth, lengthOf(cell) + padding)
    })
  return rows
    .map((row) => `${row.map((cell, at) => (at < row.length - 1 ? pad(cell, widths[at] ?? 0) : cell)).join('')}\n`)
    .join('')
}
