import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** A key or a sequence such as `g e`; `?` lists all that are bound. */
export interface KeyBinding {
  readonly keys: string
  readonly title: string
  readonly run: () => void
  readonly section?: string
}

interface KeyState {
  readonly layers: readonly { id: number; bindings: readonly KeyBinding[] }[]
  /** Sequence typed so far. */
  readonly pending: string
}

export const useKeyState = create<KeyState>()(() => ({ layers: [], pending: '' }))

let nextLayer = 1

/** Binds keys while the component is mounted; later layers win. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const current = useRef(bindings)
  current.current = bindings
  const shape = bindings.map((b) => `${b.keys}\n${b.title}\n${b.section ?? ''}`).join('\n\n')
  useEffect(() => {
    const id = nextLayer++
    const stable = current.current.map((binding, i) => ({ ...binding, run: () => current.current[i]?.run() }))
    useKeyState.setState((state) => ({ layers: [...state.layers, { id, bindings: stable }] }))
    return () => useKeyState.setState((state) => ({ layers: state.layers.filter((layer) => layer.id !== id) }))
  }, [shape])
}

const TYPING = 'input, textarea, select, [contenteditable="true"], .monaco-editor, .xterm'

/** True while a person types somewhere: single keys belong to the text then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches(TYPING) || target.closest('.monaco-editor, .xterm, [data-typing]') !== null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Where Enter and the space bar have a meaning of their own. */
const PRESSABLE = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="option"], [role="switch"]'
const presses = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof HTMLElement &&
  event.target.closest(PRESSABLE) !== null

const OVERLAYS = '[role="dialog"][aria-modal="true"], [role="menu"]'
const inOverlay = new WeakSet<KeyboardEvent>()

/** Notes, before anybody acts on it, that a key was pressed in a dialog or menu: its Escape is the dialog's own. */
export function beforeKeyDown(event: KeyboardEvent): void {
  if (document.querySelector(OVERLAYS)) inOverlay.add(event)
}

/** The one listener of the page. */
export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (isTyping(event.target) || presses(event)) return
  if (inOverlay.has(event) && event.key !== '?') return
  const { pending, layers } = useKeyState.getState()
  const typed = pending ? `${pending} ${event.key}` : event.key
  const bindings = [...layers].reverse().flatMap((layer) => layer.bindings)
  const exact =
    bindings.find((binding) => binding.keys === typed) ??
    (pending ? bindings.find((b) => b.keys === event.key) : undefined)
  clearTimeout(timer)
  if (exact) {
    event.preventDefault()
    useKeyState.setState({ pending: '' })
    exact.run()
  } else if (bindings.some((binding) => binding.keys.startsWith(`${typed} `))) {
    event.preventDefault()
    useKeyState.setState({ pending: typed })
    timer = setTimeout(() => useKeyState.setState({ pending: '' }), 1500)
  } else useKeyState.setState({ pending: '' })
}
