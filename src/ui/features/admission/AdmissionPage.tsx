import { Suspense } from 'react'
import { PageHead } from '../../components/PageHead'
import { Tabs } from '../../components/Tabs'
import { Loading } from '../../components/States'
import { useKeys } from '../../state/keys'
import { type Place, useGo, usePathState } from '../../state/place'
import { lazyViews } from '../view'
import './admission.css'
import { viewRoute } from '../../state/routes'
import { VIEWS } from './views'

const PAGES = lazyViews(VIEWS)

const placeOf = ({ id }: (typeof VIEWS)[number]): Place => ({
  to: viewRoute('/admission', id === 'chain' ? undefined : id),
})

/** The admission lab: the chain, webhooks, Pod Security levels and the audit log. */
export function AdmissionPage() {
  const wanted = usePathState()['view']
  const go = useGo()
  const view = VIEWS.find(({ id }) => id === wanted) ?? VIEWS[0]
  useKeys(
    VIEWS.map((one, i) => ({
      keys: String(i + 1),
      title: one.tab,
      section: 'Admission',
      run: () => go(placeOf(one)),
    })),
  )
  const Page = view && PAGES.get(view.id)
  if (!view || !Page) return null
  return (
    <div className="o-page">
      <PageHead title={view.title} area="Admission" about={view.about} lesson={view.id} />
      <Tabs
        label="Admission views"
        tabs={VIEWS.map((one) => ({ title: one.tab, place: placeOf(one), current: one === view }))}
      />
      <div className="o-page-body o-adm-body">
        <Suspense fallback={<Loading lines={12} />}>
          <Page />
        </Suspense>
      </div>
    </div>
  )
}
