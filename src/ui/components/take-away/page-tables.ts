import type { TextTable } from './table-text'

/** A table that the page shows. */
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

/** The rows of a table or grid as they stand there; what a long list has not drawn is not among them. */
export function readTable(table: Element): TextTable {
  const rows = [...table.querySelectorAll('tr, [role=row]')].map((row) =>
    [...row.querySelectorAll('th, td, [role=columnheader], [role=rowheader], [role=gridcell], [role=cell]')].map(
      textOf,
    ),
  )
  const [columns = [], ...rest] = rows.filter((row) => row.length > 0)
  // A column of boxes to tick says nothing elsewhere.
  const kept = columns.map((_, i) => i).filter((i) => rows.some((row) => (row[i] ?? '') !== ''))
  const only = (row: readonly string[]): string[] => kept.map((i) => row[i] ?? '')
  return { columns: only(columns), rows: rest.map(only) }
}

/** The pairs of a list of facts or terms as rows of two columns. */
export function readPairs(list: Element): TextTable {
  const rows = [...list.querySelectorAll('dt')].map((term) => {
    const values: string[] = []
    for (let next = term.nextElementSibling; next?.tagName === 'DD'; next = next.nextElementSibling)
      values.push(textOf(next))
    return [textOf(term), values.join('\n')]
  })
  return { columns: ['Name', 'Value'], rows }
}

/** Every table and list of facts of a part of the page, by the name that it has there. */
export function tablesIn(root: ParentNode): PageTable[] {
  return [...root.querySelectorAll('table, [role=grid], [role=table], dl')]
    .filter((table) => !table.parentElement?.closest('table, [role=grid]') && table.getClientRects().length > 0)
    .map((table, i) => ({
      title: nameOf(table) ?? `Table ${i + 1}`,
      read: () => (table.tagName === 'DL' ? readPairs(table) : readTable(table)),
    }))
}
