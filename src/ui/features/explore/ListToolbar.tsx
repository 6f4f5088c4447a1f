import { Button, Select, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { isStatus } from '../../../client/status-error'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import type { ResourceInfo } from '../../queries/discovery'
import type { LiveRow, LiveTableState } from '../../queries/live-rows'
import { useNamespaces } from '../../queries/namespaces'
import type { Known } from '../../queries/relations'
import { useSetQuery } from '../../state/place'
import { useTyped } from '../../state/use-typed'

/** A label selector, sent to the server on Enter or on leaving the field, because it changes the request. */
function SelectorBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const [text, setText] = useTyped('labels', value)
  const done = () => {
    if (text !== value) onChange(text)
  }
  return (
    <TextInput
      className="o-tool"
      aria-label="Label selector, evaluated by the server"
      placeholder="Labels: app in (a, b)"
      value={text}
      onChange={(e) => setText(e.currentTarget.value)}
      onBlur={done}
      onKeyDown={(e) => {
        if (e.key === 'Enter') done()
        if (e.key === 'Escape') e.currentTarget.blur()
      }}
    />
  )
}

/** Namespace, filter and label selector of the list, with the number of matching objects. */
export function ListToolbar({
  info,
  namespace,
  filterBox,
  filter,
  selector,
  selected,
  setDeleting,
  known,
  rows,
  live,
}: {
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly filterBox: RefObject<HTMLInputElement | null>
  readonly filter: string
  readonly selector: string | undefined
  readonly selected: LiveRow[]
  readonly setDeleting: (next: readonly Known[] | undefined) => void
  readonly known: (row: LiveRow) => Known
  readonly rows: readonly LiveRow[]
  readonly live: LiveTableState
}) {
  const namespaces = useNamespaces()
  const setQuery = useSetQuery()
  return (
    <div className="o-toolbar">
      {info.namespaced && (
        <Select
          className="o-tool"
          aria-label="Namespace"
          placeholder="All namespaces"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All namespaces' }}
          data={namespace && !namespaces.includes(namespace) ? [...namespaces, namespace] : [...namespaces]}
          value={namespace ?? null}
          onChange={(value) => setQuery({ ns: value ?? undefined }, { push: true })}
        />
      )}
      <TextInput
        ref={filterBox}
        className="o-tool"
        aria-label="Filter"
        placeholder="text, key=value, !text"
        leftSection={<Icon name="filter" size={14} />}
        value={filter}
        onChange={(e) => setQuery({ filter: e.currentTarget.value })}
        onKeyDown={(e) => {
          if (e.key === 'Escape' || e.key === 'Enter') e.currentTarget.blur()
        }}
      />
      <SelectorBox value={selector ?? ''} onChange={(value) => setQuery({ labels: value })} />
      <span className="o-grow" />
      {selected.length > 0 && (
        <Button
          color="red"
          variant="light"
          leftSection={<Icon name="trash" />}
          onClick={() => setDeleting(selected.map(known))}
        >
          Delete selected ({selected.length})
        </Button>
      )}
      <span className="o-dim o-num" role="status">
        {rows.length === live.rows.length
          ? live.rows.length.toLocaleString('en')
          : `${rows.length.toLocaleString('en')} of ${live.rows.length.toLocaleString('en')}`}
      </span>
      {live.phase === 'live' ? (
        <Verdict tone="allowed">live</Verdict>
      ) : live.phase === 'failed' || live.phase === 'unwatched' ? (
        <Verdict tone="refused">{isStatus(live.error, 'Forbidden') ? 'access denied' : 'disconnected'}</Verdict>
      ) : (
        <Verdict tone="waiting">loading</Verdict>
      )}
    </div>
  )
}
