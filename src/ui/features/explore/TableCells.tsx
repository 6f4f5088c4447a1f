import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pathOf } from '../../../client/targets'
import type { ApiObject } from '../../../machinery/object'
import type { ResourceInfo } from '../../queries/discovery'
import type { TableColumn } from '../../queries/live-rows'
import { useClient } from '../../state/connection'
import { cellText, isAge } from './rows'

/** The object's cells in the server's table columns, including wide ones. */
export function TableCells({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const client = useClient()
  const { name, namespace, resourceVersion } = object.metadata
  const table = useQuery({
    queryKey: ['cells', info.group, info.version, info.resource, namespace, name, resourceVersion],
    queryFn: () =>
      client.json<{ columnDefinitions?: TableColumn[]; rows?: { cells: unknown[] }[] }>(
        'GET',
        pathOf({ ...info, namespace }, name),
        undefined,
        {
          headers: { accept: 'application/json;as=Table;v=v1;g=meta.orch.io,application/json' },
        },
      ),
    // The cells of the version before stay until those of the new one arrive, so that they do not blink.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  }).data
  const cells = table?.rows?.[0]?.cells ?? []
  return (
    <>
      {(table?.columnDefinitions ?? []).map((column, i) =>
        column.name === 'Name' || isAge(column) ? null : (
          <div key={column.name} className="o-contents">
            <dt title={column.description}>{column.name}</dt>
            <dd className="o-mono">{cellText(cells[i]) || '–'}</dd>
          </div>
        ),
      )}
    </>
  )
}
