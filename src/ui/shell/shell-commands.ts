import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { Command } from '../features/feature'
import { useClockControls } from '../state/clock-controls'
import { ADMIN, NOBODY } from '../state/identity'
import { requestLog, useRequests } from '../state/requests'
import { togglePresenting, usePreferences } from '../state/preferences'
import { useActAs } from '../state/act-as'
import { showActAs } from '../state/act-as-dialog'
import { openShare } from '../state/share'
import { managePlanes } from '../state/planes'
import { toggleTerminal } from '../state/terminal'
import { useExportDialog } from '../components/export/export-dialog-state'
import { askLatest } from '../state/undo/changes'
import { startTour } from './tour/tour-state'
import { showKeys } from './palette-state'

const FIRST: readonly Command[] = [
  {
    id: 'start',
    title: 'Front page',
    words: 'home start welcome examples',
    icon: 'orchard',
    place: { to: '/' },
  },
  { id: 'tour', title: 'Take the tour', words: 'help introduction guide onboarding', icon: 'info', run: startTour },
  { id: 'keys', title: 'Show keyboard shortcuts', hint: '?', icon: 'keyboard', run: () => showKeys(true) },
]

const ALWAYS: readonly Command[] = [
  {
    id: 'terminal',
    title: 'Open or close the terminal',
    hint: 'Ctrl `',
    words: 'command line prompt shell console orchctl',
    icon: 'console',
    run: toggleTerminal,
  },
  {
    id: 'strip',
    title: 'Open or close the request log',
    hint: 'r',
    words: 'network trace drawer',
    icon: 'drawer',
    run: () => useRequests.getState().setDrawer(useRequests.getState().drawer === 'open' ? 'closed' : 'open'),
  },
  {
    id: 'export',
    title: 'Export a table, picture or response',
    hint: 'T',
    words: 'export csv markdown svg png copy curl orchctl download share',
    icon: 'download',
    run: useExportDialog.getState().show,
  },
  {
    id: 'undo',
    title: 'Undo the last change',
    hint: 'Ctrl+Z',
    words: 'revert restore back rollback',
    icon: 'undo',
    run: askLatest,
  },
  {
    id: 'share',
    title: 'Share this plane as a link',
    words: 'address url scenario file send',
    icon: 'share',
    run: openShare,
  },
  {
    id: 'planes',
    title: 'Planes: switch, create, rename, delete',
    words: 'cluster workspace separate new control plane',
    icon: 'kind',
    run: () => managePlanes(true),
  },
  {
    id: 'act-as',
    title: 'Act as a user…',
    hint: 'i u',
    words: 'impersonate sudo identity who switch login',
    icon: 'identity',
    run: () => showActAs(true),
  },
  { id: 'clear', title: 'Clear the request log', icon: 'trash', run: () => requestLog.clear() },
]

/** The frame's own commands: theme, clock, identity, request strip. */
export function useShellCommands(): readonly Command[] {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('dark')
  const controls = useClockControls()
  const actAs = useActAs()
  const presenting = usePreferences((state) => state.presenting)
  return useMemo(
    () => [
      ...FIRST,
      {
        id: 'theme',
        title: scheme === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme',
        words: 'colour mode switch',
        icon: scheme === 'dark' ? 'sun' : 'moon',
        run: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
      },
      ...ALWAYS,
      {
        id: 'present',
        title: presenting ? 'Leave presenter mode' : 'Presenter mode: larger text, keys shown',
        hint: 'P',
        words: 'projector zoom font size big beamer presentation',
        icon: 'search',
        run: togglePresenting,
      },
      { id: 'hold', title: 'Pause the clock', words: 'pause time', icon: 'pause', run: controls.hold },
      { id: 'resume', title: 'Resume the clock', words: 'resume time', icon: 'play', run: controls.resume },
      {
        id: 'minute',
        title: 'Advance the clock by one minute',
        words: 'fast-forward time',
        icon: 'step',
        run: () => controls.step(60_000),
      },
      {
        id: 'admin',
        title: 'Act as admin',
        hint: 'i a',
        words: 'identity who',
        icon: 'identity',
        run: () => actAs(ADMIN.id),
      },
      {
        id: 'nobody',
        title: 'Act as anonymous: send no credentials',
        hint: 'i n',
        words: 'identity anonymous',
        icon: 'identity',
        run: () => actAs(NOBODY.id),
      },
    ],
    [scheme, setColorScheme, controls, actAs, presenting],
  )
}
