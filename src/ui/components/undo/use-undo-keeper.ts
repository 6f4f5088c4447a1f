import { useEffect } from 'react'
import { useDiscovery } from '../../queries/use-discovery'
import { useSystemClient } from '../../state/connection'
import { isTyping } from '../../state/keys'
import { askLatest, nextGesture } from '../../state/undo/changes'
import { setFindDependents } from '../../state/undo/dependents'

/** Overlays that handle Ctrl+Z themselves. */
const OVERLAYS = '[role="dialog"][aria-modal="true"], [role="menu"]'

function onUndoKey(event: KeyboardEvent): void {
  const plain = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  if (!plain || event.key.toLowerCase() !== 'z' || event.defaultPrevented) return
  if (isTyping(event.target) || document.querySelector(OVERLAYS)) return
  event.preventDefault()
  askLatest()
}

let kept: Promise<void> | undefined

/** Once in a page. */
const keepOverReloads = (): Promise<void> =>
  (kept ??= import('../../state/undo/kept-changes').then(
    ({ keepChanges }) => keepChanges(),
    (error: unknown) => console.warn('Changes cannot be undone after a reload:', error),
  ))

/** Provides what undo needs: changes grouped by click, dependents of deleted objects, and the key binding. */
export function useUndoKeeper(): void {
  const client = useSystemClient()
  const discovery = useDiscovery().data
  useEffect(() => {
    if (!discovery) return
    setFindDependents(async (deleted) => {
      const { readDependents } = await import('../../queries/cascade')
      return readDependents(client, discovery, deleted)
    })
  }, [client, discovery])
  useEffect(() => {
    void keepOverReloads()
    window.addEventListener('pointerdown', nextGesture, true)
    window.addEventListener('keydown', nextGesture, true)
    window.addEventListener('keydown', onUndoKey)
    return () => {
      window.removeEventListener('pointerdown', nextGesture, true)
      window.removeEventListener('keydown', nextGesture, true)
      window.removeEventListener('keydown', onUndoKey)
    }
  }, [])
}
