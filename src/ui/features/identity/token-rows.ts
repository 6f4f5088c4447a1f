import { csvCell } from '../../state/csv-cell'

/** A row of a static token file (authentication document, "Static token file"). */
export interface PersonRow {
  readonly token: string
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
}

/** The file's text: token, user name, uid, and all groups in one column. */
export const encodePeople = (rows: readonly PersonRow[]): string =>
  rows
    .map(({ token, name, uid, groups }) =>
      [token, name, uid, ...(groups.length ? [groups.join(',')] : [])].map(csvCell).join(','),
    )
    .join('\n') + (rows.length ? '\n' : '')

const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y

/** The readable rows of a file; the server validates it. */
export function parsePeople(text: string): PersonRow[] {
  const rows: PersonRow[] = []
  let cells: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const match = CELL.exec(text)
    if (!match) break
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',' && CELL.lastIndex < text.length) continue
    const [token = '', name = '', uid = '', groups = ''] = cells
    if (token && name)
      rows.push({
        token,
        name,
        uid,
        groups: groups.split(',').flatMap((group) => (group.trim() ? [group.trim()] : [])),
      })
    cells = []
  }
  return rows
}
