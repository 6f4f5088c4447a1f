import { decodeText } from '../../machinery/base64'

/** A text as a data URL, for flags that name a file. */
export const toDataUrl = (text: string, type = 'text/plain'): string => `data:${type},${encodeURIComponent(text)}`

/** The content of a data URL; undefined for any other address and for one that can't be decoded. */
export function fromDataUrl(url: string): string | undefined {
  const match = /^data:([^,]*),(.*)$/s.exec(url)
  if (!match) return undefined
  const [, head = '', body = ''] = match
  try {
    const content = decodeURIComponent(body)
    return /;\s*base64$/i.test(head) ? decodeText(content) : content
  } catch {
    return undefined // malformed: there is no text to show
  }
}
