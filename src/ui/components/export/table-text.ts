import { csvCell } from '../../state/csv-cell'

/** Named columns and rows of text, ready for export. */
export interface TextTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Prevents spreadsheets from reading a text as a formula. */
const harmless = (cell: string): string => (/^[=+@\t\r]|^-(?!\d)/.test(cell) ? `'${cell}` : cell)

/** The table as CSV (RFC 4180), with a header row. */
export const csvOf = ({ columns, rows }: TextTable): string =>
  [columns, ...rows].map((row) => row.map((cell) => csvCell(harmless(cell))).join(',') + '\r\n').join('')

const escaped = (cell: string): string =>
  cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s*\r?\n\s*/g, '<br>')

/** The table as Markdown. */
export function markdownOf({ columns, rows }: TextTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |\n`
  return line(columns) + `|${columns.map(() => ' --- |').join('')}\n` + rows.map(line).join('')
}
