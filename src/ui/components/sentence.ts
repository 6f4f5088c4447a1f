import { StatusError } from '../../client/status-error'
import { messageOf } from '../../machinery/message-of'

/** Turns a message in the style of errors (lower case, no full stop) into a sentence. */
export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

/** The text of an error: the server's own words, or a sentence. */
export const errorText = (error: unknown): string =>
  error instanceof StatusError ? error.message : asSentence(messageOf(error))
