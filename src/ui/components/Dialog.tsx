import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * Brings the focus back to where it was before the component came, when it goes and takes the focus with it. What had the focus
 * may be gone as well: then it is the page's content, so that the next Tab does not begin at the top.
 */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
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

/** A dialog that is open for as long as it is there: whoever shows it takes it away again. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} {...props} opened />
}
