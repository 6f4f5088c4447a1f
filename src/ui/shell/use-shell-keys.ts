import { useEffect } from 'react'
import { useExportDialog } from '../components/export/export-dialog-state'
import { FEATURES } from '../features/table'
import { beforeKeyDown, onKeyDown, useKeys } from '../state/keys'
import { useGo } from '../state/place'
import { togglePresenting } from '../state/preferences'
import { toggleTerminal } from '../state/terminal'
import { openPalette, showKeys, typeAhead } from './palette-state'

/** Global key bindings, and the listeners that dispatch every key. */
export function useShellKeys(): void {
  const go = useGo()
  useKeys([
    { keys: '?', title: 'Show keyboard shortcuts', section: 'Everywhere', run: () => showKeys(true) },
    {
      keys: 'T',
      title: 'Export a table, picture or response',
      section: 'Everywhere',
      run: useExportDialog.getState().show,
    },
    { keys: 'P', title: 'Presenter mode: larger text, keys shown', section: 'Everywhere', run: togglePresenting },
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
