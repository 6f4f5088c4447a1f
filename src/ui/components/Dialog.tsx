import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { focusedOrBusy } from './busy-focus'

/** The focused element, or the button of its menu: a menu's entries are gone when a dialog closes. */
function opener(): Element | null {
  const focused = focusedOrBusy()
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button ? document.getElementById(button) : null) ?? focused
}

/**
 * Returns the focus to the element that had it before, when the component is removed while holding it. If that element is gone
 * too, the page's content gets the focus, so that the next Tab does not start at the top.
 */
function useFocusBack(): void {
  const [before] = useState(opener)
  useEffect(
    () => () => {
      if (!(before instanceof HTMLElement) || before === document.body || document.activeElement !== document.body)
        return
      const back = before.isConnected ? before : document.getElementById('content')
      back?.focus({ preventScroll: true })
    },
    [before],
  )
}

/** A dialog that is open while it is mounted; the parent unmounts it to close it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} {...props} opened />
}
