import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Go } from '../../components/Go'
import { PageHead } from '../../components/PageHead'
import { findResource } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useSystemClient } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useKeys } from '../../state/keys'
import { useGo, useQueryState } from '../../state/place'
import { labPlace } from '../../state/lab-place'
import { useSessionDraft } from '../../state/session-draft'
import { ExampleButton } from './ExampleButton'
import { SituationMenu } from './SituationMenu'
import './apply.css'
import { OpenObjectForm } from './OpenObjectForm'

/** The start page of the apply lab: open an example or any object of the cluster. */
export function ApplyPage() {
  const discovery = useDiscovery()
  const query = useQueryState()
  const go = useGo()
  const client = useSystemClient()
  const kinds = useMemo(
    () =>
      (discovery.data?.resources ?? [])
        .filter(({ verbs, preferred }) => preferred && verbs.includes('patch') && verbs.includes('list'))
        .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    [discovery.data],
  )
  const [group = '', version = '', resource = ''] = (query['kind'] ?? 'apps/v1/deployments').split('/')
  const info = findResource(discovery.data, group, version, resource)
  const namespace = info?.namespaced ? (query['ns'] ?? 'default') : undefined
  const [name, setName, dropName] = useSessionDraft('apply-name', '')
  const objects = useQuery({
    queryKey: ['apply-lab', 'names', group, version, resource, namespace],
    enabled: info !== undefined,
    staleTime: 0,
    queryFn: async () => {
      const list = await client.list({ group, version, resource, namespace }, { query: { limit: 500 } })
      return list.items.map(({ metadata }) => metadata.name ?? '').filter(Boolean)
    },
  })
  const open = (): void => {
    if (!info || !name) return
    dropName()
    go(labPlace(info, namespace, name))
  }
  useKeys([
    {
      keys: '/',
      title: 'Focus the name',
      run: () => document.querySelector<HTMLInputElement>('[data-lab-name]')?.focus(),
    },
  ])
  return (
    <div className="o-page">
      <PageHead
        lesson="apply"
        title="Apply lab"
        about="See which manager owns each field of an object, what happens when several managers apply it, and how to resolve a conflict."
      >
        <ExampleButton />
      </PageHead>
      <div className="o-page-body o-stack">
        <div className="o-columns">
          <section className="o-panel" aria-labelledby="lab-open">
            <header>
              <h2 id="lab-open">Open an existing object</h2>
            </header>
            <OpenObjectForm
              open={open}
              discovery={discovery}
              info={info}
              kinds={kinds}
              namespace={namespace}
              name={name}
              objects={objects}
              setName={setName}
            />
          </section>
          <SituationMenu />
          <Recent />
          <section className="o-panel" aria-labelledby="lab-rules">
            <header>
              <h2 id="lab-rules">How server-side apply works</h2>
            </header>
            <ul className="o-panel-body o-lab-rules">
              <li>Applying a field makes you its owner. Applying the same value shares ownership.</li>
              <li>
                An apply that would change another manager’s field fails with a conflict that lists the fields and
                owners.
              </li>
              <li>
                Resolve a conflict in one of three ways: force, remove the field from your manifest, or copy the live
                value into your manifest.
              </li>
              <li>
                You give up the fields that you leave out of your manifest. A field without owners is removed or reset
                to its default.
              </li>
              <li>
                Updates (POST, PUT, other PATCH types) never conflict. They take ownership of the fields they change.
              </li>
            </ul>
          </section>
        </div>
      </div>
    </div>
  )
}

/** Objects with manifests that were typed here. */
function Recent() {
  const drafts = useDrafts((state) => state.drafts)
  const recent = useMemo(() => {
    const found = new Map<string, { at: number; count: number }>()
    for (const [id, draft] of Object.entries(drafts)) {
      const [lab, ...rest] = id.split('/')
      if (lab !== 'apply' || rest.length < 6) continue
      const key = rest.slice(0, 5).join('/')
      const known = found.get(key)
      found.set(key, { at: Math.max(known?.at ?? 0, draft.at), count: (known?.count ?? 0) + 1 })
    }
    return [...found].sort(([, a], [, b]) => b.at - a.at).slice(0, 8)
  }, [drafts])
  if (recent.length === 0) return null
  return (
    <section className="o-panel" aria-labelledby="lab-recent">
      <header>
        <h2 id="lab-recent">Continue where you left off</h2>
      </header>
      <ul className="o-panel-body o-lab-recent">
        {recent.map(([key, { count }]) => {
          const [group = '', version = '', resource = '', namespace = '', name = ''] = key.split('/')
          return (
            <li key={key}>
              <Go place={labPlace({ group, version, resource }, namespace || undefined, name)}>
                {resource}/{name}
              </Go>{' '}
              <span className="o-dim o-small">
                {namespace && `in ${namespace}, `}
                {count} {count === 1 ? 'manifest' : 'manifests'}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
