import { Go } from '../../components/Go'
import { PageHead } from '../../components/PageHead'
import { usePathState } from '../../state/place'
import { PlanView } from './PlanView'
import { RehearsalView } from './RehearsalView'
import './releases.css'
import { TravelView } from './TravelView'
import { VersionsView } from './VersionsView'

const VIEWS = [
  {
    id: '',
    title: 'Travel',
    about:
      'Move the control plane to another release over the same store, and see which versions it serves, prefers and warns about.',
  },
  { id: 'versions', title: 'Versions', about: 'The same stored object in every version that serves it, side by side.' },
  {
    id: 'rehearsal',
    title: 'Rehearsal',
    about:
      'What of this cluster, or of manifests that you paste, breaks at another release, why, and what to write instead.',
  },
  {
    id: 'plan',
    title: 'Plan',
    about: 'The life of a group’s versions over releases. Type a plan and see which deprecation rule it breaks.',
  },
] as const

/** Releases that one can travel through. */
export function ReleasesPage() {
  const wanted = usePathState()['view'] ?? ''
  const view = VIEWS.find(({ id }) => id === wanted) ?? VIEWS[0]
  return (
    <div className="o-page">
      <PageHead title="Releases" about={view.about} />
      <nav className="o-tabs" aria-label="Releases">
        {VIEWS.map(({ id, title }) => (
          <Go
            key={id}
            place={{ to: id === '' ? '/releases' : `/releases/${id}` }}
            aria-current={id === view.id ? 'page' : undefined}
          >
            {title}
          </Go>
        ))}
      </nav>
      <div className="o-page-body" style={{ paddingTop: 'var(--o-page)' }}>
        {view.id === '' && <TravelView />}
        {view.id === 'versions' && <VersionsView />}
        {view.id === 'rehearsal' && <RehearsalView />}
        {view.id === 'plan' && <PlanView />}
      </div>
    </div>
  )
}
