import { notifications } from '@mantine/notifications'
import { messageOf } from './message'

export const closeButtonProps = { 'aria-label': 'Close the message' }

export const notifyDone = (title: string, message = ''): void => {
  notifications.show({ title, message, color: 'leaf', autoClose: 4000, closeButtonProps })
}
export const notifyError = (title: string, error: unknown): void => {
  notifications.show({ title, message: messageOf(error), color: 'red', autoClose: 9000, closeButtonProps })
}

/** Copies a text and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notifyDone(`${what} copied`)
  } catch (error) {
    notifyError(`${what} could not be copied`, error)
  }
}
