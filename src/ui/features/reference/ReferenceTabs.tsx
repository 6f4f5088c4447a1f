import { Tabs } from '../../components/Tabs'
import { viewRoute } from '../../state/routes'

const TABS = [
  { view: undefined, title: 'Kinds' },
  { view: 'plugins', title: 'Admission plugins' },
  { view: 'glossary', title: 'Glossary' },
] as const

/** The parts of the reference. */
export function ReferenceTabs({ at }: { readonly at?: 'plugins' | 'glossary' }) {
  return (
    <Tabs
      label="Reference"
      tabs={TABS.map(({ view, title }) => ({
        title,
        place: { to: viewRoute('/reference', view) },
        current: view === at,
      }))}
    />
  )
}
