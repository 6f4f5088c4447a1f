import { Button } from '@mantine/core'
import { memo, Suspense, useDeferredValue } from 'react'
import { NAMESPACES } from '../../../client/core-targets'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { ornament } from '../../components/ornament'
import { Loading, ErrorMessage } from '../../components/States'
import { WithBreaks } from '../../components/WithBreaks'
import { countFailed, useCountFault, useCounts } from '../../queries/counts'
import { type ResourceInfo, resourceTitle } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useLoadedNamespaces } from '../../queries/namespaces'
import { listPlace, objectPlace, useGo } from '../../state/place'
import { useKeys } from '../../state/keys'
import { ExampleButton } from './ExampleButton'
import './explore.css'
import { RecentWrites } from './RecentWrites'
import { kindGroups } from './kind-groups'

const WiderRights = ornament(() => import('../../components/refusal/WiderRights').then((m) => m.WiderRights))

/** Overview: the cluster's objects, the latest writes, and first steps. */
export function OverviewPage() {
  const go = useGo()
  const discovery = useDiscovery()
  const counts = useCounts()
  const fault = useCountFault()
  const namespaces = useLoadedNamespaces()
  const resources = useDeferredValue(discovery.data?.resources)
  const failed = fault !== undefined || discovery.isError
  // All that follows appears at once, so that nothing moves.
  const known = useDeferredValue(failed || (counts !== undefined && namespaces !== undefined))
  const kinds = discovery.data?.resources.filter((info) => info.preferred).length ?? 0
  useKeys([{ keys: 'n', title: 'Create from YAML', run: () => go({ to: '/create' }) }])
  return (
    <div className="o-page">
      <PageHead
        title="Cluster overview"
        about="Objects by kind and the latest writes, updated live. The API server runs in this tab."
      >
        <Button variant="default" leftSection={<Icon name="graph" />} onClick={() => go({ to: '/map' })}>
          Map
        </Button>
        <ExampleButton />
        <Button leftSection={<Icon name="plus" />} onClick={() => go({ to: '/create' })}>
          Create
        </Button>
      </PageHead>
      <div className="o-page-body o-stack">
        <Suspense>
          <WiderRights />
        </Suspense>
        {discovery.isError && <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />}
        {!known && <Loading lines={10} label="Counting objects" />}
        {fault && (
          <ErrorMessage error={fault.error} onRetry={() => void countFailed()}>
            {fault.kinds} {fault.kinds === 1 ? 'kind' : 'kinds'} could not be counted, so objects may be missing below.
          </ErrorMessage>
        )}
        {known && namespaces && namespaces.length > 0 && (
          <section aria-labelledby="namespaces">
            <h2 id="namespaces" className="o-h2 o-above">
              Namespaces
            </h2>
            <div className="o-chips">
              {namespaces.map((name) => (
                <Go key={name} className="o-chip" place={objectPlace(NAMESPACES, undefined, name)}>
                  {name}
                </Go>
              ))}
            </div>
          </section>
        )}
        {known && <KindGroups resources={resources ?? NO_KINDS} counts={counts ?? NO_COUNTS} />}
        {known && discovery.data && (
          <p className="o-dim o-flush">
            {discovery.data.groups.length} API groups, {kinds} kinds. Kinds with objects are listed above; see all in
            the sidebar or the <Go place={{ to: '/reference' }}>API reference</Go>.
          </p>
        )}
        {known && <RecentWrites />}
      </div>
    </div>
  )
}

const NO_KINDS: readonly ResourceInfo[] = []
const NO_COUNTS: Readonly<Record<string, number>> = {}

/** The kinds with objects, by group. */
const KindGroups = memo(function KindGroups({
  resources,
  counts,
}: {
  readonly resources: readonly ResourceInfo[]
  readonly counts: Readonly<Record<string, number>>
}) {
  const used = resources.filter((info) => info.preferred && (counts[resourceTitle(info)] ?? 0) > 0)
  return (
    <div className="o-kind-groups">
      {kindGroups(used).map(({ title, kinds }) => (
        <section key={title} aria-label={title}>
          <h2 className="o-h2 o-above">{title}</h2>
          <div className="o-kinds">
            {kinds.map((info) => (
              <Go key={resourceTitle(info)} place={listPlace(info)}>
                <span className="o-kind-name">
                  <WithBreaks parts={info.kind.split(/(?=[A-Z][a-z])/)} />
                </span>
                <b>{(counts[resourceTitle(info)] ?? 0).toLocaleString('en')}</b>
              </Go>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
})
