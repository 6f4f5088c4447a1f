import { BROWSER_GUEST } from './guest'
import { MOST_ERROR } from './guest-host'
import { MOST_CHARACTERS } from './sandbox'

/** From the page to the frame. */
export type FrameOrder =
  | { readonly type: 'load'; readonly script: string }
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: string }

/** From the frame to the page. */
export interface FrameNews {
  readonly ready?: true
  readonly message?: unknown
  readonly failed?: string
}

/** Escapes anything that could end a script element. */
const quoted = (text: string): string => JSON.stringify(text).replace(/</g, '\\x3c')

/**
 * A document with an opaque origin: it may run the script below and start its own worker, and may load nothing. The worker is
 * under the same policy. It forwards one answer per call, in the expected form; at the first unexpected message it terminates
 * the worker itself, so that messages cannot flood the page.
 */
export const FRAME_TEXT = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:">
<title>Webhooks</title>
<script>
'use strict'
addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== parent || !port) return
  const asked = new Set()
  const url = URL.createObjectURL(new Blob([${quoted(BROWSER_GUEST.replace('/*MOST*/0', String(MOST_CHARACTERS)))}], { type: 'text/javascript' }))
  const worker = new Worker(url)
  const { port1: inner, port2: outer } = new MessageChannel()
  let started = false
  let ended = false
  const end = (failed) => {
    if (ended) return
    ended = true
    worker.terminate()
    inner.close()
    URL.revokeObjectURL(url)
    port.postMessage({ failed })
  }
  const unasked = () => end('it was stopped: it sent messages of its own')
  inner.onmessage = ({ data }) => {
    if (typeof data !== 'object' || data === null) return unasked()
    if (!started && data.ready === true) {
      started = true
      return port.postMessage({ ready: true })
    }
    const { id, text, error } = data
    if (!asked.delete(id)) return unasked()
    port.postMessage({
      message: {
        id,
        ...(typeof text === 'string' && { text: text.slice(0, ${MOST_CHARACTERS + 1}) }),
        ...(error !== undefined && { error: typeof error === 'string' ? error.slice(0, ${MOST_ERROR}) : '' }),
      },
    })
  }
  inner.onmessageerror = worker.onmessage = worker.onmessageerror = unasked
  worker.onerror = (event) => {
    event.preventDefault()
    end(String(event.message || 'it did not start').slice(0, ${MOST_ERROR}))
  }
  port.onmessage = ({ data }) => {
    if (ended) return
    if (data.type === 'call') asked.add(data.id)
    inner.postMessage(data)
  }
  worker.postMessage(null, [outer])
}, { once: true })
</script>`
