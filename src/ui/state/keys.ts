import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** A key, or a sequence such as `g e`; `?` lists all bindings. */
export interface KeyBinding {
  readonly keys: string
  readonly title: string
  readonly run: () => void
  readonly section?: string
}

interface KeyState {
  readonly layers: readonly { id: number; bindings: readonly KeyBinding[] }[]
  /** The part of a sequence typed so far. */
  readonly pending: string
  /** Number of page parts that are still loading. */
  readonly waiting: number
  /** Unbound keys pressed while a part was loading, which may bind them. */
  readonly early: readonly { readonly key: string; readonly at: number }[]
  /** The binding that ran last. */
  readonly ran?: Pick<KeyBinding, 'keys' | 'title'>
}

/** Shortcuts in force, innermost layer last, and the keys of an unfinished one. */
export const useKeyState = create<KeyState>()(() => ({ layers: [], pending: '', waiting: 0, early: [] }))

let nextLayer = 1

/** Binds keys while the component is mounted; later layers take precedence. */
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

/** Key presses older than this are discarded. */
const EARLY_MS = 60_000

/** While a part of the page is loading, queues unbound keys and replays them once it has loaded. */
export function useKeysWait(onItsWay = true): void {
  useEffect(() => {
    if (!onItsWay) return
    useKeyState.setState(({ waiting }) => ({ waiting: waiting + 1 }))
    return () => {
      useKeyState.setState(({ waiting }) => ({ waiting: waiting - 1 }))
      // The part that replaces the placeholder binds its keys in the same task.
      setTimeout(pressEarly)
    }
  }, [onItsWay])
}

function pressEarly(): void {
  const { waiting, early } = useKeyState.getState()
  if (waiting > 0 || early.length === 0) return
  useKeyState.setState({ early: [] })
  for (const { key, at } of early) if (Date.now() - at < EARLY_MS) press(key)
}

/** Discards the queued keys, since they were meant for a page that is no longer wanted. */
export const forgetEarlyKeys = (): void => {
  if (useKeyState.getState().early.length > 0) useKeyState.setState({ early: [] })
}

const TYPING = 'input, textarea, select, [contenteditable="true"], .monaco-editor, .xterm'

/** True while the user is typing in a field: single keys are text then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches(TYPING) || target.closest('.monaco-editor, .xterm, [data-typing]') !== null)

let timer: ReturnType<typeof setTimeout> | undefined
/** Time for the next key of a sequence, long enough for slow typists. */
const SEQUENCE_MS = 3_000

/** Elements for which Enter and the space bar have their own meaning. */
const PRESSABLE = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="option"], [role="switch"]'
const presses = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof HTMLElement &&
  event.target.closest(PRESSABLE) !== null

const OVERLAYS = '[role="dialog"][aria-modal="true"], [role="menu"]'
/** The field of a dialog that gets the focus first. */
const FIRST_FIELD = 'input[data-autofocus], textarea[data-autofocus]'
const inOverlay = new WeakSet<KeyboardEvent>()

/**
 * Marks keys pressed in a dialog or menu before anything handles them: their Escape belongs to the dialog. Keys typed before a new
 * dialog takes the focus are sent to its first field.
 */
export function beforeKeyDown(event: KeyboardEvent): void {
  const overlays = document.querySelectorAll<HTMLElement>(OVERLAYS)
  const last = overlays.item(overlays.length - 1) as HTMLElement | null
  if (!last) return
  inOverlay.add(event)
  if (!last.contains(document.activeElement)) last.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
}

/** The page's only keydown listener. */
export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (isTyping(event.target) || presses(event)) return
  if (inOverlay.has(event) && event.key !== '?') return
  if (event.key === 'Escape') forgetEarlyKeys()
  if (press(event.key)) event.preventDefault()
  else if (MAY_BE_BOUND.test(event.key))
    useKeyState.setState(({ waiting, early }) =>
      waiting > 0 ? { early: [...early, { key: event.key, at: Date.now() }] } : {},
    )
}

const MAY_BE_BOUND = /^([^\s]|Enter|Delete)$/u

/** Runs the action bound to a key. Returns false if there is none. */
export function press(key: string): boolean {
  const { pending, layers } = useKeyState.getState()
  const typed = pending ? `${pending} ${key}` : key
  const bindings = [...layers].reverse().flatMap((layer) => layer.bindings)
  const exact =
    bindings.find((binding) => binding.keys === typed) ?? (pending ? bindings.find((b) => b.keys === key) : undefined)
  clearTimeout(timer)
  if (exact) {
    useKeyState.setState({ pending: '', ran: { keys: exact.keys, title: exact.title } })
    exact.run()
    return true
  }
  if (bindings.some((binding) => binding.keys.startsWith(`${typed} `))) {
    useKeyState.setState({ pending: typed })
    timer = setTimeout(() => useKeyState.setState({ pending: '' }), SEQUENCE_MS)
    return true
  }
  useKeyState.setState({ pending: '' })
  return false
}
