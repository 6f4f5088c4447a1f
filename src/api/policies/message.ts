import { utf8Length } from '../../machinery/utf8-length'

const MAX_BYTES = 5 * 1024

/** A message that an expression made, as it may be told; undefined when it is empty, too long or has several lines. */
export function usableMessage(text: string): string | undefined {
  const message = text.trim()
  return message === '' || message.includes('\n') || utf8Length(message) > MAX_BYTES ? undefined : message
}
