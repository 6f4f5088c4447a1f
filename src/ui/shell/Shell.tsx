import { Notifications } from '@mantine/notifications'
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  Suspense,
  useEffect,
  useState,
  useDeferredValue,
} from 'react'
import { preloadable } from '../components/preloadable'
import { Loading } from '../components/States'
import { FEATURES } from '../features/table'
import { useCounting } from '../queries/counts'
import { useDiscoveryUpdates } from '../queries/use-discovery'
import { useRightsChanges } from '../components/refusal/use-rights'
import { useUndoKeeper } from '../components/undo/use-undo-keeper'
import { useLesson } from '../state/lesson/lesson-state'
import { planeHere, usePlanes } from '../state/planes'
import { useTraces } from '../state/traces'
import { forgetEarlyKeys, useKeysWait, useKeyState } from '../state/keys'
import { useTerminal } from '../state/terminal'
import { useLastPlace } from './front/last-place'
import { featureAt, Rail } from './Rail'
import { RequestStrip } from './RequestStrip'
import { loadArriving, ShellOverlays } from './ShellOverlays'
import { useAside } from './use-aside'
import { usePresenting } from './use-presenting'
import { useShellKeys } from './use-shell-keys'
import { useUnopenedPlane } from './use-unopened-plane'
import './shell.css'
import { TopBar } from './TopBar'

const ShellNotices = lazy(() => import('./ShellNotices').then((m) => ({ default: m.ShellNotices })))
const TerminalDrawer = lazy(() =>
  import('../features/terminal/TerminalDrawer').then((m) => ({ default: m.TerminalDrawer })),
)
const { Component: Player, preload: loadPlayer } = preloadable(() => import('./player/Player').then((m) => m.Player))

const ASIDES: ReadonlyMap<string, LazyExoticComponent<ComponentType>> = new Map(
  FEATURES.flatMap(({ id, aside }) =>
    aside ? [[id, lazy(() => aside().then((component) => ({ default: component })))] as const] : [],
  ),
)

/** A link visible only to keyboard users: it skips what precedes a part of the page. */
function SkipLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a
      className="o-skip"
      href={`#${to}`}
      onClick={(e) => {
        e.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}

/** The keys that were pressed, and that something still waits for. */
function PendingKeys() {
  const pending = useKeyState((state) => state.pending)
  const early = useKeyState((state) => state.early)
  return (
    <>
      {pending && (
        <div className="o-pending" role="status">
          <kbd className="o-key">{pending}</kbd> …
        </div>
      )}
      {!pending && early.length > 0 && (
        <div className="o-pending" role="status">
          <kbd className="o-key">{early.map(({ key }) => key).join(' ')}</kbd> will run when the page has loaded
        </div>
      )}
    </>
  )
}

/** Keeps things current in the background. It draws nothing, so that its changes do not draw the frame again. */
function Keepers() {
  useDiscoveryUpdates()
  useCounting()
  useTraces()
  useLastPlace()
  useUndoKeeper()
  useRightsChanges()
  useUnopenedPlane()
  return null
}

/** The frame: rail, top bar, page, request strip. */
export function Shell() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const feature = featureAt(pathname)
  const Aside = feature && ASIDES.get(feature.id)
  const terminal = useTerminal((state) => state.wanted)
  useKeysWait(useRouterState({ select: (state) => state.isLoading }))
  const [kinds, setKinds] = useState(false)
  const asideDrawn = useAside(kinds)
  useShellKeys()
  const presenting = usePresenting()
  const learning = useLesson((state) => state.open !== undefined)
  const arriving = usePlanes((state) => state.arrival !== undefined)
  const unopened = usePlanes(({ planes }) => planeHere(planes).unopened !== undefined)
  useEffect(() => {
    // Errors are shown, and loading retried, where these parts are rendered.
    if (unopened) loadArriving().catch(() => undefined)
    if (arriving || unopened) loadPlayer().catch(() => undefined)
  }, [arriving, unopened])
  // Renders the lesson's first step before the page, because the user reads it first.
  const pageFollows = useDeferredValue(arriving)
  const pageWaits = arriving || pageFollows
  // Drawn by themselves: their groups draw twice, which would make the whole page's first drawing and its effects one long task.
  const afterwards = useDeferredValue(true, false)
  useEffect(() => {
    setKinds(false)
    forgetEarlyKeys()
  }, [pathname])
  return (
    <div className="o-shell">
      <Keepers />
      <SkipLink to="content">Skip to content</SkipLink>
      {learning && !arriving && <SkipLink to="lesson-panel">Skip to the lesson</SkipLink>}
      <TopBar {...(Aside && { onKinds: () => setKinds(!kinds) })} />
      <Rail />
      <div className="o-main">
        <div className="o-notices">
          <Suspense fallback={null}>
            <ShellNotices />
          </Suspense>
        </div>
        {Aside && (
          <aside className={`o-aside ${kinds ? 'open' : ''}`} aria-label="Kinds">
            {asideDrawn && (
              <Suspense fallback={<Loading lines={12} />}>{pageWaits ? <Loading lines={12} /> : <Aside />}</Suspense>
            )}
          </aside>
        )}
        <main id="content" className={Aside ? 'o-content' : 'o-content alone'} tabIndex={-1}>
          {/* Notices shown before the start state exists would disappear at once. */}
          <Suspense fallback={<Loading />}>{pageWaits ? <Loading /> : <Outlet />}</Suspense>
        </main>
      </div>
      <Suspense fallback={null}>{terminal && <TerminalDrawer />}</Suspense>
      <Suspense fallback={null}>{learning && !arriving && <Player />}</Suspense>
      <RequestStrip />
      {/* Inside the router, because their content may link to pages. */}
      {afterwards && <Notifications position="bottom-right" withinPortal={false} limit={3} />}
      <PendingKeys />
      <ShellOverlays presenting={presenting} arriving={arriving} />
    </div>
  )
}
