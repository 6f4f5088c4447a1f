import { DIM, harmless, PLAIN, RED, YELLOW } from './screen-text'

/** The content of the prompt. */
export interface PromptState {
  readonly name: string
  /** True for the administrator; other identities' prompts are coloured. */
  readonly admin: boolean
  /** True within a multi-line command. */
  readonly goesOn: boolean
  /** Exit code of the last command. */
  readonly code: number
  /** The open history search: its text, and the index of the match (negative if there is none). */
  readonly search?: { readonly text: string; readonly at: number } | undefined
  readonly text: string
  readonly cursor: number
}

/**
 * The prompt with its line, as output for a screen of `cols` columns that replaces what was drawn from `rowsUp` rows
 * above the cursor; returns also the cursor's row in it.
 */
export function promptLine(state: PromptState, cols: number, rowsUp: number): { text: string; row: number } {
  const { name, admin, goesOn, code, search, text, cursor } = state
  const label = search ? `search ${search.text}${search.at < 0 && search.text ? ' (none)' : ''}: ` : `${name} $ `
  const prompt = goesOn ? '> ' : harmless(label)
  const colour = search || goesOn ? DIM : admin ? '' : YELLOW
  const failed = code !== 0 && !search && !goesOn ? `${RED}${prompt.slice(0, -2)}${PLAIN}$ ` : ''
  const total = prompt.length + text.length
  const [endRow, row] = [Math.floor(total / cols), Math.floor((prompt.length + cursor) / cols)]
  const column = (prompt.length + cursor) % cols
  const parts = [
    rowsUp > 0 ? `\u001b[${rowsUp}A` : '',
    '\r\u001b[J',
    failed || `${colour}${prompt}${PLAIN}`,
    harmless(text),
    total > 0 && total % cols === 0 ? '\r\n' : '',
    endRow > row ? `\u001b[${endRow - row}A` : '',
    '\r',
    column > 0 ? `\u001b[${column}C` : '',
  ]
  return { text: parts.join(''), row }
}
