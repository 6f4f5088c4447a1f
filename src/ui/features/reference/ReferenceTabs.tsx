import { Go } from '../../components/Go'
import { viewRoute } from '../../state/routes'

const TABS = [
  { view: undefined, title: 'Kinds' },
  { view: 'plugins', title: 'Admission plugins' },
  { view: 'glossary', title: 'Glossary' },
] as const

/** The parts of the reference. */
export function ReferenceTabs({ at }: { readonly at?: 'plugins' | 'glossary' }) {
  return (
    <nav className="o-tabs" aria-label="Reference">
      {TABS.map(({ view, title }) => (
        <Go key={title} place={{ to: viewRoute('/reference', view) }} aria-current={view === at ? 'page' : undefined}>
          {title}
        </Go>
      ))}
    </nav>
  )
}
