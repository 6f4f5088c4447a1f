import { Notifications } from '@mantine/notifications'
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { useShallow } from 'zustand/react/shallow'
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  Suspense,
  useEffect,
  useState,
  useDeferredValue,
} from 'react'
import { Loading } from '../components/States'
import { FEATURES } from '../features/table'
import { useCounting } from '../queries/counts'
import { useDiscoveryUpdates } from '../queries/discovery'
import { useRightsChanges } from '../components/refusal/use-rights'
import { useLastPlace } from './front/last-place'
import { useUndoKeeper } from '../components/undo/use-undo-keeper'
import { useTaking } from '../components/take-away/taking'
import { useUndo } from '../state/undo/changes'
import { useLesson } from '../state/lesson/lesson-state'
import { usePlanes } from '../state/planes'
import { useShare } from '../state/share'
import { useTraces } from '../state/traces'
import { beforeKeyDown, forgetEarlyKeys, onKeyDown, useKeys, useKeysWait, useKeyState } from '../state/keys'
import { useGo } from '../state/place'
import { textScale, togglePresenting, usePreferences } from '../state/preferences'
import { scaleMediaQueries } from '../state/scaled-queries'
import { toggleTerminal, useTerminal } from '../state/terminal'
import { useTour } from './tour/tour-state'
import { openPalette, showKeys, typeAhead, usePaletteState } from './palette-state'
import { featureAt, Rail } from './Rail'
import { RequestStrip } from './RequestStrip'
import './shell.css'
import { TopBar } from './TopBar'

const ShellNotices = lazy(() => import('./ShellNotices').then((m) => ({ default: m.ShellNotices })))
const Palette = lazy(() => import('./Palette').then((m) => ({ default: m.Palette })))
const Tour = lazy(() => import('./tour/Tour').then((m) => ({ default: m.Tour })))
const PageTakeAway = lazy(() =>
  import('../components/take-away/PageTakeAway').then((m) => ({ default: m.PageTakeAway })),
)
const UndoDialog = lazy(() => import('../components/undo/UndoDialog').then((m) => ({ default: m.UndoDialog })))
const TerminalDrawer = lazy(() =>
  import('../features/terminal/TerminalDrawer').then((m) => ({ default: m.TerminalDrawer })),
)
const loadPlayer = () => import('./player/Player').then((m) => ({ default: m.Player }))
const Player = lazy(loadPlayer)
const ShareDialog = lazy(() => import('../components/share/ShareDialog').then((m) => ({ default: m.ShareDialog })))
const PlanesDialog = lazy(() => import('../components/planes/PlanesDialog').then((m) => ({ default: m.PlanesDialog })))
const Arriving = lazy(() => import('../components/planes/Arriving').then((m) => ({ default: m.Arriving })))
const KeysHelp = lazy(() => import('./KeysHelp').then((m) => ({ default: m.KeysHelp })))

const ASIDES: ReadonlyMap<string, LazyExoticComponent<ComponentType>> = new Map(
  FEATURES.flatMap(({ id, aside }) =>
    aside ? [[id, lazy(() => aside().then((component) => ({ default: component })))] as const] : [],
  ),
)

/** Global key bindings, and the listeners that dispatch every key. */
function useShellKeys(): void {
  const go = useGo()
  useKeys([
    { keys: '?', title: 'Show keyboard shortcuts', section: 'Everywhere', run: () => showKeys(true) },
    {
      keys: 'T',
      title: 'Export a table, picture or response',
      section: 'Everywhere',
      run: useTaking.getState().start,
    },
    { keys: 'P', title: 'Presenter mode: larger text', section: 'Everywhere', run: togglePresenting },
    { keys: ':', title: 'Search and commands', section: 'Everywhere', run: openPalette },
    ...FEATURES.map((f) => ({ keys: `g ${f.key}`, title: f.title, section: 'Go to', run: () => go(f.home) })),
  ])
  useEffect(() => {
    const onShortcut = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        event.stopPropagation()
        openPalette()
      } else if (
        event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        (event.key === '`' || event.code === 'Backquote')
      ) {
        event.preventDefault()
        event.stopPropagation()
        toggleTerminal()
      } else if (typeAhead(event)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    window.addEventListener('keydown', beforeKeyDown, true)
    window.addEventListener('keydown', onShortcut, true)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', beforeKeyDown, true)
      window.removeEventListener('keydown', onShortcut, true)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/**
 * Presenter mode for a projector: all sizes are relative to the root font size, so scaling it scales the page and leaves less
 * room beside it.
 */
function usePresenting(): void {
  const presenting = usePreferences((state) => state.presenting)
  useEffect(() => {
    const root = document.documentElement
    if (!presenting && !root.hasAttribute('data-presenting')) return
    root.toggleAttribute('data-presenting', presenting)
    return scaleMediaQueries(textScale(presenting))
  }, [presenting])
}

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

/** The frame: rail, top bar, page, request strip. */
export function Shell() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const feature = featureAt(pathname)
  const Aside = feature && ASIDES.get(feature.id)
  const { wanted, keysHelp } = usePaletteState()
  const terminal = useTerminal((state) => state.wanted)
  const pending = useKeyState((state) => state.pending)
  const early = useKeyState((state) => state.early)
  useKeysWait(useRouterState({ select: (state) => state.isLoading }))
  const [kinds, setKinds] = useState(false)
  useDiscoveryUpdates()
  useCounting()
  useShellKeys()
  usePresenting()
  useTraces()
  useLastPlace()
  useUndoKeeper()
  const taking = useTaking()
  const undoing = useUndo((state) => state.asked !== undefined)
  const learning = useLesson((state) => state.open !== undefined)
  const { managing, arriving } = usePlanes(
    useShallow((state) => ({ managing: state.managing, arriving: state.arrival !== undefined })),
  )
  useEffect(() => {
    // Preloads the lesson player while the start state is created.
    if (arriving) loadPlayer().catch(() => undefined) // retried, and its errors shown, where the player is rendered
  }, [arriving])
  // Renders the lesson's first step before the page, because the user reads it first.
  const pageWaits = useDeferredValue(arriving)
  const sharing = useShare((state) => state.open)
  const touring = useTour((state) => state.running)
  useRightsChanges()
  useEffect(() => {
    setKinds(false)
    forgetEarlyKeys()
  }, [pathname])
  return (
    <div className="o-shell">
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
            <Suspense fallback={<Loading lines={12} />}>{pageWaits ? <Loading lines={12} /> : <Aside />}</Suspense>
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
      <Notifications position="bottom-right" />
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
      <Suspense fallback={null}>
        {wanted && <Palette />}
        {keysHelp && <KeysHelp />}
        {touring && <Tour />}
        {undoing && <UndoDialog />}
        {taking.open && <PageTakeAway />}
        {sharing && <ShareDialog />}
        {managing && <PlanesDialog />}
        {arriving && <Arriving />}
      </Suspense>
    </div>
  )
}
