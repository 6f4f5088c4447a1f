import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { takeMissingPlane } from '../../links/plane-of-tab'
import { FRAMED } from '../../links/rule'
import { Icon } from '../components/Icon'
import { useLinkGate } from '../state/link'

const LinkQuestion = lazy(() => import('./LinkQuestion').then((m) => ({ default: m.LinkQuestion })))

let missing: { readonly plane: string | undefined } | undefined
/** Read once per page, because React may start rendering a component more than once before it is shown. */
const missingPlane = (): string | undefined => (missing ??= { plane: takeMissingPlane(sessionStorage) }).plane

function Notice({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  return (
    <div className="o-banner o-notice" role="status">
      <Icon name="info" />
      <div className="o-grow">{children}</div>
      {actions && <div className="o-row wrap">{actions}</div>}
    </div>
  )
}

/** Asks before a link changes the cluster, and shows a notice for as long as a link's settings run. */
export function LinkGate() {
  const gate = useLinkGate()
  const [reviewing, setReviewing] = useState(false)
  const absent = missingPlane()
  const { link, state, error, busy } = gate
  const [first] = link.problems
  const failed = state?.error ?? error
  return (
    <>
      {link.refusedInFrame && <Notice>{FRAMED}</Notice>}
      {absent !== undefined && <Notice>This browser has no plane named “{absent}”. This is the main plane.</Notice>}
      {first !== undefined && <Notice>Part of the link was ignored: {first}.</Notice>}
      {failed !== undefined && link.request && !state?.ask && !state?.trial && (
        <Notice>The settings in the link were not applied: {failed}. The cluster keeps its own settings.</Notice>
      )}
      {state?.trial && !state.ask && (
        <Notice
          actions={
            <>
              <Button size="compact-sm" variant="default" disabled={busy} onClick={() => setReviewing(true)}>
                Show changes
              </Button>
              <Button size="compact-sm" variant="default" loading={busy} onClick={() => void gate.end('leave')}>
                Use the saved settings
              </Button>
            </>
          }
        >
          This cluster runs with settings from a link or a lesson. They are not saved.
          {error !== undefined && !reviewing && <div className="o-break">The settings were not changed: {error}</div>}
        </Notice>
      )}
      {state?.relay !== undefined && !state.trial && (
        <Notice
          actions={
            <Button size="compact-sm" variant="default" loading={busy} onClick={() => void gate.end('leave')}>
              Disconnect
            </Button>
          }
        >
          Programs on this machine can reach this cluster through the relay at {new URL(state.relay).host}.
        </Notice>
      )}
      <Suspense fallback={null}>
        {state?.ask && <LinkQuestion gate={gate} state={state} onClose={gate.refuse} />}
        {reviewing && state?.trial && <LinkQuestion gate={gate} state={state} onClose={() => setReviewing(false)} />}
      </Suspense>
    </>
  )
}
