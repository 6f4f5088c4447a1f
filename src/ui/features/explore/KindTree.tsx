import { TextInput } from '@mantine/core'
import { memo, useDeferredValue, useMemo } from 'react'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { Loading, ErrorMessage } from '../../components/States'
import { useCounts } from '../../queries/counts'
import { resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { groupFromPath, listPlace, usePathState, useQueryState } from '../../state/place'
import { useSessionDraft } from '../../state/session-draft'
import './explore.css'
import { byName, kindGroups } from './kind-groups'

const IN_USE = 'In use'

const matches = (info: ResourceInfo, word: string): boolean =>
  [info.kind, info.resource, info.singular, info.group, ...info.shortNames, ...info.categories].some((text) =>
    text.toLowerCase().includes(word),
  )

/** API groups and kinds from discovery, kinds in use first. */
export function KindTree() {
  const discovery = useDiscovery()
  const counts = useCounts()
  const resources = useDeferredValue(discovery.data?.resources)
  const [typed, setTyped] = useSessionDraft('kinds', '')
  const path = usePathState()
  const query = useQueryState()
  const current = path['resource'] ? `${groupFromPath(path['group'] ?? '')}/${path['resource']}` : undefined
  return (
    <>
      <div className="o-tree-search">
        <TextInput
          aria-label="Filter kinds"
          placeholder="Filter kinds"
          leftSection={<Icon name="search" size={14} />}
          value={typed}
          onChange={(e) => setTyped(e.currentTarget.value)}
        />
      </div>
      <nav className="o-tree" aria-label="Kinds">
        {discovery.isPending && <Loading lines={14} label="Reading discovery" />}
        {discovery.isError && <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />}
        {resources && <Sections {...{ resources, counts, typed, current }} ns={query['ns']} />}
        {discovery.data?.missing.map(({ groupVersion, error }) => (
          <p key={groupVersion} className="o-tiny o-dim o-around">
            {groupVersion}: {error instanceof Error ? error.message : 'not served'}
          </p>
        ))}
      </nav>
    </>
  )
}

interface SectionsProps {
  readonly resources: readonly ResourceInfo[]
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly typed: string
  readonly ns: string | undefined
  /** The open kind, as group and resource. */
  readonly current: string | undefined
}

function useSections({ resources, counts, typed }: SectionsProps) {
  return useMemo(() => {
    const word = typed.trim().toLowerCase()
    const kinds = resources.filter(
      (info) => info.preferred && info.verbs.includes('list') && (!word || matches(info, word)),
    )
    const used = byName(kinds.filter((info) => (counts?.[resourceTitle(info)] ?? 0) > 0))
    return [...(used.length ? [{ title: IN_USE, kinds: used }] : []), ...kindGroups(kinds)]
  }, [resources, counts, typed])
}

/** The kinds by group. It has well over a hundred links, so it is drawn again only when one of them changes. */
const Sections = memo(function Sections(props: SectionsProps) {
  const { counts, typed, ns, current } = props
  const sections = useSections(props)
  const search = ns ? { ns } : {}
  const isCurrent = (info: ResourceInfo): boolean => current === `${info.group}/${info.resource}`
  // Kinds with the same name, such as Event in two groups, show their group if no heading does.
  const isTwin = (info: ResourceInfo): boolean =>
    sections[0]?.kinds.some((other) => other.kind === info.kind && other.group !== info.group) ?? false
  // Kinds in use are listed twice but highlighted once.
  const marked = sections.find(({ kinds }) => kinds.some(isCurrent))
  return (
    <>
      {!sections.length && <div className="o-empty">No matching kind.</div>}
      {!counts && typed === '' && (
        <div className="o-tree-counting">
          <h2>{IN_USE}</h2>
        </div>
      )}
      {sections.map((section) => (
        <div key={section.title} role="group" aria-label={section.title}>
          <h2>{section.title}</h2>
          <ul>
            {section.kinds.map((info) => {
              const n = counts?.[resourceTitle(info)]
              return (
                <li key={resourceTitle(info)}>
                  <Go
                    place={listPlace(info, search)}
                    className={`${n ? '' : 'unused'} ${section === marked && isCurrent(info) ? 'current' : ''}`}
                    aria-current={section === marked && isCurrent(info) ? 'page' : undefined}
                  >
                    <span className="o-clip">
                      {info.kind}
                      {section.title === IN_USE && isTwin(info) && (
                        <span className="o-dim"> {info.group || 'core'}</span>
                      )}
                    </span>
                    {n !== undefined && n > 0 && <span className="count">{n.toLocaleString('en')}</span>}
                  </Go>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </>
  )
})
