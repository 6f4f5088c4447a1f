import { useMemo } from 'react'
import { Dialog } from '../Dialog'
import { isOfThisPage } from '../../state/page-opened'
import { useRequests } from '../../state/requests'
import { picturesIn } from './page-pictures'
import { tablesIn } from './page-tables'
import { useExportDialog } from './export-dialog-state'
import { ExportMenu } from './ExportMenu'
import type { Exportable } from './exportable'

const fileOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'orchard'

/** Number of recent requests offered. */
const REQUESTS = 5

/** Everything on the page that can be exported: tables, pictures and latest requests, each once. */
export function PageExportDialog() {
  const { close } = useExportDialog()
  const rows = useRequests((state) => state.rows)
  const things = useMemo((): { title: string; note: string; exportable: Exportable }[] => {
    const page = document.getElementById('content') ?? document
    const paths = rows.filter((row) => row.method === 'GET' && isOfThisPage(row)).map(({ path }) => path)
    return [
      ...tablesIn(page).map(({ title, read }) => ({
        title,
        note: 'table',
        exportable: { file: fileOf(title), table: read },
      })),
      ...picturesIn(page).map(({ title, draw }) => ({
        title,
        note: 'picture',
        exportable: { file: fileOf(title), picture: draw },
      })),
      ...[...new Set(paths.reverse())].slice(0, REQUESTS).map((path) => ({
        title: `GET ${path}`,
        note: 'answer',
        exportable: { file: 'request', request: { method: 'GET', path } },
      })),
    ]
    // Reads the page once, when the menu opens: later changes are ignored while the user chooses.
  }, [])
  return (
    <Dialog onClose={close} title="Export from this page" size="lg">
      {things.length === 0 ? (
        <p className="o-dim">This page has no table, picture or request to export.</p>
      ) : (
        <ul className="o-exports">
          {things.map(({ title, note, exportable }, i) => (
            <li key={i}>
              <span className="o-tag">{note}</span>
              <span className="o-grow o-break">{title}</span>
              <ExportMenu what={title} compact {...exportable} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
