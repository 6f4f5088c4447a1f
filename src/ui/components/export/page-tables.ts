import type { TextTable } from './table-text'
import { wholeTableReader } from './whole-tables'

/** A table on the page that can be exported; `read` is called at the moment of the export. */
export interface PageTable {
  readonly title: string
  readonly read: () => TextTable
}

const textOf = (element: Element): string => {
  const box = element.querySelector('input[type=checkbox]')
  if (box && element.textContent.trim() === '') return ''
  return (element instanceof HTMLElement ? element.innerText : element.textContent).trim()
}

const nameOf = (table: Element): string | undefined => {
  const labelled = table.getAttribute('aria-label') ?? table.querySelector('caption')?.textContent
  if (labelled?.trim()) return labelled.trim()
  const part = table.closest('section, [role=region], [role=dialog]')
  const by = part?.getAttribute('aria-labelledby')
  return (
    part?.getAttribute('aria-label') ??
    (by ? document.getElementById(by)?.textContent : undefined) ??
    part?.querySelector('h2, h3')?.textContent ??
    undefined
  )
}

/** The drawn rows of a table or grid. */
export function readTable(table: Element): TextTable {
  const rows = [...table.querySelectorAll('tr, [role=row]')].map((row) =>
    [...row.querySelectorAll('th, td, [role=columnheader], [role=rowheader], [role=gridcell], [role=cell]')].map(
      textOf,
    ),
  )
  const [columns = [], ...rest] = rows.filter((row) => row.length > 0)
  // Skip columns of check boxes.
  const kept = columns.map((_, i) => i).filter((i) => rows.some((row) => (row[i] ?? '') !== ''))
  const only = (row: readonly string[]): string[] => kept.map((i) => row[i] ?? '')
  return { columns: only(columns), rows: rest.map(only) }
}

/** A description list as rows of two columns. */
export function readPairs(list: Element): TextTable {
  const rows = [...list.querySelectorAll('dt')].map((term) => {
    const values: string[] = []
    for (let next = term.nextElementSibling; next?.tagName === 'DD'; next = next.nextElementSibling)
      values.push(textOf(next))
    return [textOf(term), values.join('\n')]
  })
  return { columns: ['Name', 'Value'], rows }
}

/** Controls, which are no content. */
const CONTROLS = '.mantine-Button-root, .mantine-ActionIcon-root, [data-not-taken]'

/** The text of a card, line by line, without its buttons. */
function cardText(card: Element): string {
  const buttons = new Set([...card.querySelectorAll(CONTROLS)].map(textOf))
  const lines = textOf(card).split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !buttons.has(line))
    .join('\n')
}

/** The parts of a card with their own columns, by column name. */
const cellsOf = (card: Element): Map<string, string> => {
  const cells = new Map<string, string>()
  for (const part of card.querySelectorAll<HTMLElement>('[data-cell]')) {
    const column = part.dataset['cell'] ?? ''
    const before = cells.get(column)
    cells.set(column, before === undefined ? textOf(part) : `${before}\n${textOf(part)}`)
  }
  return cells
}

/** The rest of a card's text, in one line. */
function noteOf(card: Element): string {
  const words: string[] = []
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement?.closest(`[data-cell], [aria-hidden=true], ${CONTROLS}`)) words.push(text.nodeValue ?? '')
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

/** The cards of a list as rows: one column per named part, and one for the rest. */
export function readCards(list: Element): TextTable {
  const cards = [...list.children].filter((card) => textOf(card) !== '')
  const cells = cards.map(cellsOf)
  const named = new Set(cells.flatMap((row) => [...row.keys()]))
  if (named.size > 0)
    cards.forEach((card, i) => {
      const note = noteOf(card)
      if (note) cells[i]?.set('Note', note)
    })
  const columns = [...named, ...(cells.some((row) => row.has('Note')) ? ['Note'] : [])]
  if (columns.length === 0) return { columns: ['Item'], rows: cards.map((card) => [cardText(card)]) }
  return { columns, rows: cells.map((row) => columns.map((column) => row.get(column) ?? '')) }
}

const TABLES = 'table, [role=grid], [role=table], [data-table]'
/** Lists of links and controls rather than of content. */
const NO_CARDS = 'nav, header, dl, [role=menu], [role=tablist], [role=toolbar], .react-flow, .monaco-editor'
const FORM_PARTS = 'input:not([type=checkbox]), select, textarea, .monaco-editor'

const isListOfCards = (list: Element): boolean =>
  list.childElementCount > 0 &&
  !list.parentElement?.closest(`ul, ol, ${NO_CARDS}`) &&
  list.querySelector(FORM_PARTS) === null

const readerOf = (table: Element): ((table: Element) => TextTable) =>
  wholeTableReader(table) ?? (table.matches('ul, ol') ? readCards : table.matches('dl') ? readPairs : readTable)

/** Every table, description list and list of cards in a part of the page, by its displayed name. Skips collapsed content. */
export function tablesIn(root: ParentNode): PageTable[] {
  return [...root.querySelectorAll(`${TABLES}, dl, ul, ol`)]
    .filter((table) => !table.parentElement?.closest('table, [role=grid]') && table.checkVisibility())
    .filter((table) => !table.matches('ul, ol') || isListOfCards(table))
    .map((table, i) => ({ title: nameOf(table) ?? `Table ${i + 1}`, read: () => readerOf(table)(table) }))
}
