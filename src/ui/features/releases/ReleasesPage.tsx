import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isStatus } from '../../../client/status-error'
import { Icon } from '../../components/Icon'
import { notifyError } from '../../state/notify'
import { PageHead } from '../../components/PageHead'
import { Tabs } from '../../components/Tabs'
import { useClient } from '../../state/connection'
import { usePathState, useSetQuery } from '../../state/place'
import { LedgerView } from './LedgerView'
import { PlanView } from './PlanView'
import { RehearsalView } from './RehearsalView'
import './releases.css'
import { viewRoute } from '../../state/routes'
import { TravelView } from './TravelView'
import { VersionsView } from './VersionsView'

const VIEWS = [
  {
    id: '',
    title: 'Upgrade',
    about:
      'Upgrade or downgrade the API server with the same stored objects, and see which API versions are served, preferred and deprecated.',
  },
  { id: 'versions', title: 'Versions', about: 'One stored object in every served version, side by side.' },
  {
    id: 'rehearsal',
    title: 'Rehearsal',
    about: 'Check this cluster or pasted manifests against another release: what breaks, why, and what to use instead.',
  },
  {
    id: 'plan',
    title: 'Plan',
    about: 'The versions of an API group across releases. Enter a plan and see which deprecation rules it violates.',
  },
  {
    id: 'ledger',
    title: 'Differences',
    about: 'What servers do differently from release to release, the feature gates, and the admission plugins.',
  },
] as const

/** The releases to travel through. */
export function ReleasesPage() {
  const wanted = usePathState()['view'] ?? ''
  const view = VIEWS.find(({ id }) => id === wanted) ?? VIEWS[0]
  return (
    <div className="o-page">
      <PageHead title="Releases" tab={view.title} about={view.about} lesson={view.id || 'travel'}>
        {(view.id === '' || view.id === 'versions') && <Example view={view.id} />}
      </PageHead>
      <Tabs
        label="Releases"
        tabs={VIEWS.map(({ id, title }) => ({
          title,
          place: { to: viewRoute('/releases', id || undefined) },
          current: id === view.id,
        }))}
      />
      <div className="o-page-body o-first-row">
        {view.id === '' && <TravelView />}
        {view.id === 'versions' && <VersionsView />}
        {view.id === 'rehearsal' && <RehearsalView />}
        {view.id === 'plan' && <PlanView />}
        {view.id === 'ledger' && <LedgerView />}
      </div>
    </div>
  )
}

const AUTOSCALER = {
  metadata: { name: 'in-three-versions' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 8,
    metrics: [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      { type: 'Pods', pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '100' } } },
    ],
  },
}

/** Loads an example: another release, or an object with several versions. */
function Example({ view }: { readonly view: '' | 'versions' }) {
  const setQuery = useSetQuery()
  const client = useClient()
  const queries = useQueryClient()
  const load = async (): Promise<void> => {
    if (view === '') return setQuery({ to: '20' })
    const target = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', namespace: 'default' }
    try {
      await client.create(target, AUTOSCALER)
    } catch (error) {
      if (!isStatus(error, 'AlreadyExists')) return notifyError('Could not create the autoscaler', error)
    }
    setQuery({ kind: 'horizontalpodautoscalers.autoscaling', ns: 'default', name: AUTOSCALER.metadata.name })
    await queries.invalidateQueries({ queryKey: ['versions'] })
  }
  return (
    <Button variant="default" leftSection={<Icon name="example" />} onClick={() => void load()}>
      {view === '' ? 'Compare with 1.20' : 'Load autoscaler example'}
    </Button>
  )
}
