import { utf8Length } from '../../machinery/utf8-length'

const MAX_BYTES = 5 * 1024

/** A computed message if it can be used; undefined if it is empty, too long or multi-line. */
export function usableMessage(text: string): string | undefined {
  const message = text.trim()
  return message === '' || message.includes('\n') || utf8Length(message) > MAX_BYTES ? undefined : message
}
