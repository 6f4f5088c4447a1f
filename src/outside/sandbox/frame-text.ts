import { MOST_CHARACTERS } from './sandbox'

/** From the page to the frame. */
export type FrameOrder =
  | { readonly type: 'start'; readonly guest: number; readonly script: string }
  | {
      readonly type: 'call'
      readonly guest: number
      readonly id: number
      readonly name: string
      readonly input: string
    }
  | { readonly type: 'stop'; readonly guest: number }

/** From the frame to the page. */
export interface FrameNews {
  readonly guest: number
  readonly message?: unknown
  readonly failed?: string
}

/**
 * A document without an origin: it may run the script below and workers that it makes itself, and load nothing from anywhere.
 * Its workers are under the same policy. It passes on only what has the form of an answer, so that nothing else reaches the page.
 */
export const FRAME_TEXT = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:">
<title>Callbacks</title>
<script>
'use strict'
addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== parent || !port) return
  const guests = new Map()
  const plain = (value) => {
    if (typeof value !== 'object' || value === null) return {}
    const { id, text, error } = value
    return {
      ...(typeof id === 'number' && { id }),
      ...(typeof text === 'string' && { text: text.slice(0, ${MOST_CHARACTERS + 1}) }),
      ...(error !== undefined && { error: typeof error === 'string' ? error.slice(0, 4000) : '' }),
    }
  }
  const stop = (guest) => {
    const known = guests.get(guest)
    guests.delete(guest)
    known?.worker.terminate()
    if (known) URL.revokeObjectURL(known.url)
  }
  port.onmessage = ({ data }) => {
    const { type, guest } = data
    if (type === 'stop') return stop(guest)
    if (type === 'call') {
      const { id, name, input } = data
      return guests.get(guest)?.worker.postMessage({ id, name, input })
    }
    const url = URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' }))
    const worker = new Worker(url)
    guests.set(guest, { worker, url })
    worker.onmessage = (event) => port.postMessage({ guest, message: plain(event.data) })
    worker.onmessageerror = () => port.postMessage({ guest, message: {} })
    worker.onerror = (event) => {
      event.preventDefault()
      port.postMessage({ guest, failed: String(event.message || 'it did not start') })
    }
  }
}, { once: true })
</script>`
