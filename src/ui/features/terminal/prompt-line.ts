import { DIM, harmless, PLAIN, RED, YELLOW } from './screen-text'

/** What stands at the prompt. */
export interface PromptState {
  readonly name: string
  /** Whether the prompt is the administrator's: anybody else's has a colour. */
  readonly admin: boolean
  /** A command of several lines has begun. */
  readonly goesOn: boolean
  /** How the last command ended. */
  readonly code: number
  /** The search of the history, while it is open: its words, and where it found something (below 0: nowhere). */
  readonly search?: { readonly text: string; readonly at: number } | undefined
  readonly text: string
  readonly cursor: number
}

/**
 * The prompt and its line as what a screen of `cols` columns is sent, in place of what was drawn `rowsUp` rows above the
 * cursor; and in which row of it the cursor is left.
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
