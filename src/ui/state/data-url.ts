import { decodeText } from '../../machinery/base64'

/** A text as a file that a flag can name. */
export const toDataUrl = (text: string, type = 'text/plain'): string => `data:${type},${encodeURIComponent(text)}`

/** The content of a data URL; undefined for another address. Throws when its base64 is malformed. */
export function fromDataUrl(url: string): string | undefined {
  const match = /^data:([^,]*),(.*)$/s.exec(url)
  if (!match) return undefined
  const [, head = '', body = ''] = match
  return /;base64$/i.test(head) ? decodeText(decodeURIComponent(body)) : decodeURIComponent(body)
}
