import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { isStatus } from '../../client/status-error'
import { messageOf } from '../../machinery/message-of'

/** Gives the button that closes a message its label. */
export const closeButtonProps = { 'aria-label': 'Close the message' }

/** Shows that something succeeded, for four seconds. The same message again takes the place of the first. */
export const notifyDone = (title: string, message = ''): void => {
  const id = `${title}: ${message}`
  notifications.hide(id)
  notifications.show({ id, title, message, color: 'leaf', autoClose: 4000, closeButtonProps })
}
let errorView: (error: unknown) => ReactNode = messageOf

/**
 * Sets the component that notifications show errors with; the shell provides it, because this room cannot import it.
 */
export const showErrorsWith = (view: (error: unknown) => ReactNode): void => {
  errorView = view
}

/** Shows an error as a notification. A refusal stays until it is closed, because it offers the reason and a fix. */
export const notifyError = (title: string, error: unknown): void => {
  const autoClose = isStatus(error, 'Forbidden') ? false : 9000
  notifications.show({ title, message: errorView(error), color: 'red', autoClose, closeButtonProps })
}

/** Copies a text to the clipboard and shows a notification. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notifyDone(`${what} copied`)
  } catch (error) {
    notifyError(`${what} could not be copied`, error)
  }
}
