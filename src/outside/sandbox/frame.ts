import { FRAME_TEXT, type FrameNews, type FrameOrder } from './frame-text'
import type { Guest, GuestListener } from './guest-run'
import { createRuns } from './runs'
import type { Sandbox } from './sandbox'

/** A guest in its own frame: removing the frame also ends its worker and discards pending messages. */
function start(document: Document, listener: GuestListener): Guest {
  const { port1: port, port2 } = new MessageChannel()
  port.onmessage = ({ data }: MessageEvent<FrameNews>) => {
    if (data.failed !== undefined) listener.failed(data.failed)
    else if (data.ready) listener.ready()
    else listener.message(data.message)
  }
  const element = document.createElement('iframe')
  // Scripts only: without allow-same-origin the frame's origin is opaque.
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('referrerpolicy', 'no-referrer')
  element.hidden = true
  element.title = 'Runs webhooks'
  element.srcdoc = FRAME_TEXT
  element.addEventListener(
    'load',
    () => element.contentWindow?.postMessage(null, '*', [port2]), // an opaque origin cannot be named as the target
    { once: true },
  )
  document.body.append(element)
  // Messages sent before the frame has loaded wait in the channel.
  const order = (message: FrameOrder): void => port.postMessage(message)
  return {
    // Other code may have removed it from the page.
    alive: () => element.isConnected,
    load: (script) => order({ type: 'load', script }),
    call: (id, name, input) => order({ type: 'call', id, name, input }),
    stop: () => {
      port.close()
      element.remove()
    },
  }
}

/** Runs user code in workers of frames without origin and network. */
export function createFrameSandbox(document: Document): Sandbox {
  return createRuns({
    start: (listener) => start(document, listener),
    setTimer(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
}
