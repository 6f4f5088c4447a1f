import { lazy, Suspense } from 'react'
import { useExportDialog } from '../components/export/export-dialog-state'
import { preloadable } from '../components/preloadable'
import { usePlanes } from '../state/planes'
import { useShare } from '../state/share'
import { useUndo } from '../state/undo/changes'
import { usePaletteState } from './palette-state'
import { useTour } from './tour/tour-state'

const Palette = lazy(() => import('./Palette').then((m) => ({ default: m.Palette })))
const Tour = lazy(() => import('./tour/Tour').then((m) => ({ default: m.Tour })))
const PageExportDialog = lazy(() =>
  import('../components/export/PageExportDialog').then((m) => ({ default: m.PageExportDialog })),
)
const UndoDialog = lazy(() => import('../components/undo/UndoDialog').then((m) => ({ default: m.UndoDialog })))
const ShareDialog = lazy(() => import('../components/share/ShareDialog').then((m) => ({ default: m.ShareDialog })))
const PlanesDialog = lazy(() => import('../components/planes/PlanesDialog').then((m) => ({ default: m.PlanesDialog })))
const { Component: Arriving, preload } = preloadable(() =>
  import('../components/planes/Arriving').then((m) => m.Arriving),
)
/** What creates a plane's start state; loaded before it is needed while a link's content is read. */
export const loadArriving = preload
const PressedKeys = lazy(() => import('./PressedKeys').then((m) => ({ default: m.PressedKeys })))
const KeysHelp = lazy(() => import('./KeysHelp').then((m) => ({ default: m.KeysHelp })))

/** What lies over the page: dialogs, the palette, the tour, and the keys of presenter mode. Each is loaded when it is first shown. */
export function ShellOverlays({ presenting, arriving }: { readonly presenting: boolean; readonly arriving: boolean }) {
  const { wanted, keysHelp } = usePaletteState()
  const exportDialog = useExportDialog()
  const undoing = useUndo((state) => state.asked !== undefined)
  const managing = usePlanes((state) => state.managing)
  const sharing = useShare((state) => state.open)
  const touring = useTour((state) => state.running)
  return (
    <Suspense fallback={null}>
      {wanted && <Palette />}
      {keysHelp && <KeysHelp />}
      {presenting && <PressedKeys />}
      {touring && <Tour />}
      {undoing && <UndoDialog />}
      {exportDialog.open && <PageExportDialog />}
      {sharing && <ShareDialog />}
      {managing && <PlanesDialog />}
      {arriving && <Arriving />}
    </Suspense>
  )
}
