import { Button } from '@mantine/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { copyText } from '../../state/notify'
import { Loading, ErrorMessage } from '../../components/States'
import { apiVersionFor, type ResourceInfo } from '../../queries/discovery'
import { useResource } from '../../queries/use-discovery'
import type { LiveRow } from '../../queries/live-rows'
import { useLiveTable } from '../../queries/use-live-table'
import type { Known } from '../../queries/relations'
import { useClient } from '../../state/connection'
import { curlFor } from '../../state/curl'
import { useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { groupFromPath, objectPlace, useGo, usePathState, useQueryState, useSetQuery } from '../../state/place'
import { pathOf } from '../../../client/targets'
import { NotServed } from './NotServed'
import { DeleteDialog } from './DeleteDialog'
import { LiveGrid } from './LiveGrid'
import { filterRows, type Sort, sortRows, listTable } from './rows'
import { TEMPLATES } from './templates'
import { ListToolbar } from './ListToolbar'
import { EmptyList } from './EmptyList'
import { ListHead } from './ListHead'
import './explore.css'

/** All objects of a kind: a live table in the server's columns. */
export function ListPage() {
  const path = usePathState()
  const [group, version, resource] = [groupFromPath(path['group'] ?? ''), path['version'] ?? '', path['resource'] ?? '']
  const { info, all: discovery } = useResource(group, version, resource)
  if (info)
    return (
      <KindList
        key={`${group}/${version}/${resource}`}
        info={info}
        versions={discovery.data?.resources.filter((r) => r.group === group && r.resource === resource) ?? []}
      />
    )
  return <NotServed id={{ group, version, resource }} discovery={discovery} />
}

function readSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false }
}

function KindList({ info, versions }: { readonly info: ResourceInfo; readonly versions: readonly ResourceInfo[] }) {
  const client = useClient()
  const { identity } = useIdentity()
  const go = useGo()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const namespace = info.namespaced ? query['ns'] : undefined
  const selector = query['labels']
  const live = useLiveTable(
    client,
    { ...info, ...(namespace && { namespace }) },
    selector ? { labelSelector: selector } : {},
  )
  const filter = query['filter'] ?? ''
  const sort = readSort(query['sort'])
  const rows = useMemo(
    () => sortRows(filterRows(live.rows, filter), live.columns, sort),
    [live.rows, live.columns, filter, sort?.column, sort?.descending],
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<readonly Known[]>()
  const filterBox = useRef<HTMLInputElement>(null)
  const known = (row: LiveRow): Known => ({ info, meta: row.object.metadata })
  const placeOf = useCallback(
    ({ object: { metadata } }: LiveRow) => objectPlace(info, metadata.namespace, metadata.name ?? ''),
    [info],
  )
  const selected = live.rows.filter((row) => chosen.has(row.id))
  const open = (row: LiveRow, edit = false) =>
    go(objectPlace(info, row.object.metadata.namespace, row.object.metadata.name ?? '', edit ? { tab: 'yaml' } : {}))
  const template = TEMPLATES.find((t) => t.kind === info.kind && t.group === info.group)
  const create = () =>
    go({
      to: '/create',
      search: {
        template: template?.id,
        kind: template ? undefined : `${apiVersionFor(info)} ${info.kind}`,
        ns: namespace,
      },
    })
  const listPath = `${pathOf({ ...info, namespace })}${selector ? `?labelSelector=${encodeURIComponent(selector)}` : ''}`
  useKeys([
    { keys: '/', title: 'Filter', run: () => filterBox.current?.focus() },
    ...(info.verbs.includes('create') ? [{ keys: 'n', title: `Create a ${info.kind}`, run: create }] : []),
    {
      keys: 'c',
      title: 'Copy the list request as a curl command',
      run: () => void copyText(curlFor('GET', listPath, identity), 'curl command'),
    },
    {
      keys: 'Delete',
      title: 'Delete selected',
      run: () => selected.length && setDeleting(selected.map(known)),
    },
    {
      keys: 'Escape',
      title: 'Clear selection, then filter',
      run: () => (chosen.size ? setChosen(new Set()) : setQuery({ filter: undefined })),
    },
  ])
  return (
    <div className="o-page">
      <ListHead
        info={info}
        versions={versions}
        listPath={listPath}
        create={create}
        table={() => listTable(live.columns, rows, info.namespaced)}
      />
      <ListToolbar
        info={info}
        namespace={namespace}
        filterBox={filterBox}
        filter={filter}
        selector={selector}
        selected={selected}
        setDeleting={setDeleting}
        known={known}
        rows={rows}
        live={live}
      />
      {(live.phase === 'failed' || live.phase === 'unwatched') && (
        <ListFault error={live.error} onClear={selector ? () => setQuery({ labels: undefined }) : undefined} />
      )}
      {live.phase === 'loading' ? (
        <Loading lines={12} />
      ) : rows.length === 0 && live.phase === 'failed' ? null : rows.length === 0 ? (
        <EmptyList live={live} info={info} namespace={namespace} create={create} />
      ) : (
        <LiveGrid
          label={info.kind}
          columns={live.columns}
          rows={rows}
          namespaced={info.namespaced && !namespace}
          sort={sort}
          onSort={(column) =>
            setQuery({ sort: sort?.column === column ? (sort.descending ? undefined : `-${column}`) : column })
          }
          chosen={chosen}
          onChoose={setChosen}
          onOpen={open}
          placeOf={placeOf}
          onDelete={(row) => setDeleting([known(row)])}
        />
      )}
      {deleting && (
        <DeleteDialog
          objects={deleting}
          onClose={(deleted) => {
            setDeleting(undefined)
            if (deleted) setChosen(new Set())
          }}
        />
      )}
    </div>
  )
}

/** Why the rows are not current; the label selector may be the cause. */
function ListFault({ error, onClear }: { readonly error: unknown; readonly onClear: (() => void) | undefined }) {
  return (
    <div className="o-list-fault">
      <ErrorMessage error={error}>
        {onClear && (
          <Button size="compact-sm" variant="default" className="o-below" onClick={onClear}>
            Clear the label selector
          </Button>
        )}
      </ErrorMessage>
    </div>
  )
}
