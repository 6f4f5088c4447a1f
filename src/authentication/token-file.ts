import type { UserInfo } from '../machinery/user'
import { NONE, type TokenAuthenticator } from './authenticator'

/** A line of a token file that can't be read; lines count from 1. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError'
  constructor(
    readonly line: number,
    why: string,
  ) {
    super(`token file, line ${line}: ${why}`)
  }
}

/** The rows of a CSV text (RFC 4180), each with its first line number; empty lines are skipped. */
function readCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  let at = 0
  while (at < text.length) {
    const row = { line, cells: [] as string[] }
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        for (at += 1; ; at += 1) {
          if (at >= text.length) throw new TokenFileError(row.line, 'a quoted column does not end')
          if (text[at] === '\n') line += 1
          if (text[at] !== '"') cell += text[at] ?? ''
          else if (text[at + 1] === '"') {
            cell += '"'
            at += 1
          } else break
        }
        at += 1
        if (at < text.length && !/^(,|\r?\n)/.test(text.slice(at, at + 2)))
          throw new TokenFileError(line, 'text after a quoted column')
      } else {
        const end = /,|\r?\n|$/g
        end.lastIndex = at
        const stop = end.exec(text)?.index ?? text.length
        cell = text.slice(at, stop)
        if (cell.includes('"')) throw new TokenFileError(line, 'a quote inside a column that is not quoted')
        at = stop
      }
      row.cells.push(cell)
      if (text[at] !== ',') break
      at += 1
    }
    if (text[at] === '\r') at += 1
    at += 1
    line += 1
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
  }
  return rows
}

/**
 * Users by token, from a CSV text with the columns token, user, uid and optionally groups (separated by commas). Throws `TokenFileError`
 * for a row with fewer columns or invalid CSV. A row without a token is skipped; the last of several rows with the same token applies.
 */
export function parseTokenFile(text: string): Map<string, UserInfo> {
  const users = new Map<string, UserInfo>()
  for (const { line, cells } of readCsv(text)) {
    const [token, name, uid, groups = ''] = cells
    if (cells.length < 3)
      throw new TokenFileError(line, `must have at least 3 columns (token, user name, user uid), found ${cells.length}`)
    if (!token) continue
    users.set(token, {
      name: name ?? '',
      ...(uid && { uid }),
      groups: groups.split(',').filter((group) => group !== ''),
    })
  }
  return users
}

/** `--token-auth-file`: tokens that are valid while the server runs. */
export const tokenFile = (users: ReadonlyMap<string, UserInfo>): TokenAuthenticator => ({
  name: 'token file',
  authenticateToken(token) {
    const user = users.get(token)
    return user ? { type: 'identity', identity: { user } } : NONE
  },
})
