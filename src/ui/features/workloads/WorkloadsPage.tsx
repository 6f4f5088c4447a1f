import { PageHead } from '../../components/PageHead'
import { Tabs } from '../../components/Tabs'
import { usePathState } from '../../state/place'
import { viewRoute } from '../../state/routes'
import { LivesView } from './LivesView'
import { NodesView } from './NodesView'
import { PendingView } from './PendingView'
import { RolloutsView } from './RolloutsView'
import { StartNodes } from './StartNodes'
import './workloads.css'

/** The views of the area, in the order of their tabs. */
export const VIEWS = [
  { id: '', title: 'Nodes', about: 'Simulated nodes and the pods on them, live. No container runs here.' },
  {
    id: 'pending',
    title: 'Pending pods',
    about: 'Why a pod has no node: what each plugin of the scheduler says about each node. Everything is simulated.',
  },
  {
    id: 'rollouts',
    title: 'Rollouts',
    about:
      'Deployments, StatefulSets and DaemonSets with their old and new pods. Break one, see it get stuck, and roll it back. No container runs.',
  },
  {
    id: 'stages',
    title: 'Life cycles',
    about:
      'The stages that simulated objects pass through, which come next, and stages of your own. No container runs.',
  },
] as const

/** Nodes, pending pods and rollouts. */
export function WorkloadsPage() {
  const wanted = usePathState()['view'] ?? ''
  const view = VIEWS.find(({ id }) => id === wanted) ?? VIEWS[0]
  return (
    <div className="o-page">
      <PageHead title="Workloads" tab={view.title} about={view.about} lesson={view.id || 'nodes'}>
        <StartNodes />
      </PageHead>
      <Tabs
        label="Workloads"
        tabs={VIEWS.map(({ id, title }) => ({
          title,
          place: { to: viewRoute('/workloads', id || undefined) },
          current: id === view.id,
        }))}
      />
      <div className="o-page-body o-first-row">
        {view.id === '' && <NodesView />}
        {view.id === 'pending' && <PendingView />}
        {view.id === 'rollouts' && <RolloutsView />}
        {view.id === 'stages' && <LivesView />}
      </div>
    </div>
  )
}
