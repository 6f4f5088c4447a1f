import { Modal } from '@mantine/core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { NAMESPACES } from '../../client/core-targets'
import { Icon, type IconName } from '../components/Icon'
import { TERMS } from '../components/terms/glossary'
import { useCounts } from '../queries/counts'
import { resourceTitle } from '../queries/discovery'
import { useDiscovery } from '../queries/use-discovery'
import { useNamespaces } from '../queries/namespaces'
import { useRelations } from '../queries/relations'
import { listPlace, objectPlace, useGo, useQueryState } from '../state/place'
import { type PaletteEntry, findEntries, PAGE_ENTRIES, termEntry } from './palette-entries'
import { closePalette, usePaletteState } from './palette-state'
import { useShellCommands } from './shell-commands'

const SHOWN = 40

function useEntries(typed: string): PaletteEntry[] {
  const discovery = useDiscovery().data
  const counts = useCounts()
  const namespaces = useNamespaces()
  const query = useQueryState()
  const shell = useShellCommands()
  const relations = useRelations(undefined, typed.length > 1).data
  return useMemo(() => {
    const commands: PaletteEntry[] = [
      ...PAGE_ENTRIES,
      ...shell.map((c): PaletteEntry => ({ ...c, section: 'Do' })),
      ...(discovery?.resources ?? [])
        .filter((info) => info.preferred && info.verbs.includes('list'))
        .map((info): PaletteEntry => ({
          id: `kind-${resourceTitle(info)}`,
          title: info.kind,
          hint: `${info.group || 'core'}${counts?.[resourceTitle(info)] ? ` · ${counts[resourceTitle(info)]}` : ''}`,
          words: [info.resource, info.singular, ...info.shortNames, ...info.categories].join(' '),
          icon: 'kind',
          place: listPlace(info, query['ns'] ? { ns: query['ns'] } : {}),
          section: 'Kinds',
        })),
      ...namespaces.map((name): PaletteEntry => ({
        id: `ns-${name}`,
        title: name,
        hint: 'namespace',
        icon: 'filter',
        place: objectPlace(NAMESPACES, undefined, name),
        section: 'Namespaces',
      })),
      ...(relations?.all ?? [])
        .filter((known) => known.info.resource !== 'events')
        .map((known): PaletteEntry => ({
          id: `object-${known.meta.uid ?? ''}`,
          title: known.meta.name ?? '',
          hint: `${known.info.kind}${known.meta.namespace ? ` in ${known.meta.namespace}` : ''}`,
          icon: 'kind',
          place: objectPlace(known.info, known.meta.namespace, known.meta.name ?? ''),
          section: 'Objects',
        })),
      ...TERMS.map(termEntry),
    ]
    return commands
  }, [discovery, counts, namespaces, query, shell, relations])
}

/** Searches everything that the user can go to or do. */
export function Palette() {
  const opened = usePaletteState((state) => state.opened)
  return (
    <Modal
      opened={opened}
      onClose={closePalette}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="10vh"
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      transitionProps={{ duration: 0 }}
    >
      {opened && <PaletteBody />}
    </Modal>
  )
}

function PaletteBody() {
  const [typed, setTyped] = useState(() => usePaletteState.getState().typed)
  const [at, setAt] = useState(0)
  const go = useGo()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const entries = useEntries(typed)
  const found = useMemo(() => {
    if (typed.trim() === '') return entries.filter((e) => e.section === 'Go to' || e.section === 'Do').slice(0, SHOWN)
    return findEntries(entries, typed).slice(0, SHOWN)
  }, [entries, typed])
  useEffect(() => setAt(0), [typed])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const run = (entry: PaletteEntry | undefined): void => {
    if (!entry) return
    closePalette()
    if (entry.place) go(entry.place)
    entry.run?.()
  }
  return (
    <div>
      <div className="o-row o-palette-head">
        <Icon name="search" />
        <input
          className="o-palette-input o-grow"
          data-autofocus
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
          aria-label="Search kinds, objects, pages and commands"
          placeholder="Search kinds, objects, pages, commands"
          value={typed}
          onChange={(e) => setTyped(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
              e.preventDefault()
              setAt((n) => (found.length ? (n + (e.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length : 0))
            } else if (e.key === 'Enter') {
              e.preventDefault()
              run(found[at])
            }
          }}
        />
      </div>
      <div className={found.length === 0 ? 'o-empty' : ''} role="status">
        {found.length === 0 && 'No results.'}
      </div>
      {found.length > 0 && (
        <div className="o-palette-list" ref={list} id={`${id}-list`} role="listbox" aria-label="Results" tabIndex={-1}>
          {found.map((entry, i) => (
            <div
              key={entry.id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              className="o-palette-option"
              onMouseMove={() => setAt(i)}
              onClick={() => run(entry)}
            >
              <span className="o-palette-item">
                <Icon name={(entry.icon ?? 'chevron') satisfies IconName} />
                <span className="o-clip">{entry.title}</span>
                <span className="o-tag">{entry.section}</span>
                <span className="hint">{entry.hint}</span>
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
