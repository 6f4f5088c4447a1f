import { Modal, type ModalProps } from '@mantine/core'
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { focusedOrBusy } from './busy-focus'

/** The focused element, or the button of its menu: a menu's entries are gone when a dialog closes. */
function opener(): Element | null {
  const focused = focusedOrBusy()
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button ? document.getElementById(button) : null) ?? focused
}

const isOutside = (element: EventTarget | null): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && !element.closest('[role="dialog"]')

/**
 * The element that had the focus before the dialog. A menu that opens a dialog may give the focus back to its button only after
 * the dialog is rendered: then it is the first element that gets the focus before the dialog does.
 */
function useOpener(): () => Element | null {
  const [first] = useState(opener)
  const found = useRef(first)
  useEffect(() => {
    if (first !== document.body) return
    const note = ({ target }: Pick<FocusEvent, 'target'>): void => {
      if (isOutside(target)) found.current = target
      else document.removeEventListener('focusin', note)
    }
    if (isOutside(document.activeElement)) found.current = document.activeElement
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [first])
  return useCallback(() => found.current, [])
}

/**
 * Returns the focus to the element that had it before, when the component is removed while holding it. If that element is gone
 * too, the page's content gets the focus, so that the next Tab does not start at the top.
 */
function useFocusBack(): void {
  const openedBy = useOpener()
  useEffect(
    () => () => {
      const before = openedBy()
      if (!(before instanceof HTMLElement) || before === document.body || document.activeElement !== document.body)
        return
      const back = before.isConnected ? before : document.getElementById('content')
      back?.focus({ preventScroll: true })
    },
    [openedBy],
  )
}

/** Tells the dialog around a part how many dialogs are open over it. */
const OpenAbove = createContext<(change: 1 | -1) => void>(() => undefined)

/** How many dialogs of this dialog's content are open; says the same to the dialog around this one. */
function useDialogsAbove(): readonly [number, (change: 1 | -1) => void] {
  const tell = use(OpenAbove)
  const [above, setAbove] = useState(0)
  const [count] = useState(() => (change: 1 | -1) => setAbove((before) => before + change))
  useEffect(() => {
    tell(1)
    return () => tell(-1)
  }, [tell])
  return [above, count]
}

/**
 * A dialog that is open while it is mounted; the parent unmounts it to close it. Escape closes the one on top, not those under
 * it.
 */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  const [above, count] = useDialogsAbove()
  return (
    <Modal closeButtonProps={{ 'aria-label': 'Close' }} closeOnEscape={above === 0} {...props} opened>
      <OpenAbove value={count}>{children}</OpenAbove>
    </Modal>
  )
}
