import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { TabLink } from '../../components/Tabs'
import { Loading, ErrorMessage } from '../../components/States'
import { useFlags } from '../../queries/flags'
import { useKeys } from '../../state/keys'
import { type Place, type Search, useGo, usePathState, useQueryState } from '../../state/place'
import { lazyViews } from '../view'
import { useRestart } from '../../queries/use-restart'
import { authorizersOf } from '../../state/authorizers'
import { withMode } from './abac-file'
import './access.css'
import { viewRoute } from '../../state/routes'
import { AccessProvider, kept, useAccess } from './context'
import { TwoTeamsButton } from './TwoTeamsButton'
import { ACCESS_PURPOSES, ACCESS_VIEWS } from './views'

const PAGES = lazyViews(ACCESS_VIEWS)

/** Keys of the views, in tab order. */
const KEYS = '1234567890-'

const placeOf = (view: (typeof ACCESS_VIEWS)[number], query: Search): Place => ({
  to: viewRoute('/access', view.id === 'matrix' ? undefined : view.id),
  search: kept(query),
})

/** The RBAC lab: several views of the same policy. */
export function AccessPage() {
  return (
    <AccessProvider>
      <AccessViews />
    </AccessProvider>
  )
}

function AccessViews() {
  const wanted = usePathState()['view']
  const query = useQueryState()
  const go = useGo()
  const { phase, error, drafts, objects } = useAccess()
  const view = ACCESS_VIEWS.find(({ id }) => id === wanted) ?? ACCESS_VIEWS[0]
  useKeys(
    ACCESS_VIEWS.slice(0, KEYS.length).map((one, i) => ({
      keys: KEYS[i] ?? '',
      title: one.tab,
      section: 'Access',
      run: () => go(placeOf(one, query)),
    })),
  )
  const Page = view && PAGES.get(view.id)
  if (!view || !Page) return null
  return (
    <div className="o-page o-access">
      <PageHead title={view.title} area="Access" about={view.about} lesson={view.id}>
        <TwoTeamsButton />
      </PageHead>
      <nav className="o-tabs" aria-label="Access views">
        {ACCESS_PURPOSES.map(([purpose, views]) => (
          <div key={purpose} role="group" aria-label={purpose}>
            <span className="purpose" aria-hidden="true">
              {purpose}
            </span>
            {views.map((one) => (
              <TabLink
                key={one.id}
                title={one.tab}
                place={placeOf(one, query)}
                current={one === view}
                count={one.id === 'draft' ? drafts.length : undefined}
              />
            ))}
          </div>
        ))}
      </nav>
      <ModeNotice view={view.id} />
      {phase === 'failed' && (
        <div className="o-access-notice">
          <ErrorMessage error={error} />
        </div>
      )}
      {phase === 'loading' || (phase === 'failed' && objects.length === 0) ? (
        phase === 'loading' && <Loading lines={12} label="Reading roles and bindings" />
      ) : (
        <Suspense fallback={<Loading lines={12} />}>
          <Page />
        </Suspense>
      )}
    </div>
  )
}

/** A notice while RBAC is off, with a button that turns it on. */
function ModeNotice({ view }: { readonly view: string }) {
  const flags = useFlags().data
  const { restart, busy, error } = useRestart()
  if (!flags || view === 'abac' || view === 'webhook') return null
  const { modes, source } = authorizersOf(flags.argv)
  if (modes.includes('RBAC')) return null
  return (
    <div className="o-access-notice">
      <div className="o-access-mode">
        <Icon name="info" />
        <span className="o-grow">
          RBAC is off (<code>{source}</code>){modes[0] === 'AlwaysAllow' && ': every request is allowed'}. The results
          below show what RBAC would decide.
        </span>
        <Button size="compact-sm" loading={busy} onClick={() => void restart(withMode(flags.argv, 'Node', 'RBAC'))}>
          Turn on RBAC
        </Button>
      </div>
      {error !== undefined && <ErrorMessage error={error} />}
    </div>
  )
}
