import { FRAME_TEXT, type FrameNews, type FrameOrder } from './frame-text'
import type { Guest, GuestListener } from './guest-run'
import { createRuns } from './runs'
import type { Sandbox } from './sandbox'

/** A guest in a frame of its own: taken out of the page, it is gone with its worker and all that is still on its way. */
function start(document: Document, listener: GuestListener): Guest {
  const { port1: port, port2 } = new MessageChannel()
  port.onmessage = ({ data }: MessageEvent<FrameNews>) => {
    if (data.failed !== undefined) listener.failed(data.failed)
    else if (data.ready) listener.ready()
    else listener.message(data.message)
  }
  const element = document.createElement('iframe')
  // Scripts, and nothing else: without allow-same-origin its origin is none.
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('referrerpolicy', 'no-referrer')
  element.hidden = true
  element.title = 'Runs webhooks'
  element.srcdoc = FRAME_TEXT
  element.addEventListener(
    'load',
    () => element.contentWindow?.postMessage(null, '*', [port2]), // an origin that is none has no name
    { once: true },
  )
  document.body.append(element)
  // What is sent before the frame has loaded waits in the channel.
  const order = (message: FrameOrder): void => port.postMessage(message)
  return {
    // Somebody may have taken it out of the page.
    alive: () => element.isConnected,
    load: (script) => order({ type: 'load', script }),
    call: (id, name, input) => order({ type: 'call', id, name, input }),
    stop: () => {
      port.close()
      element.remove()
    },
  }
}

/** A person's code in workers of frames that have no origin and no network. */
export function createFrameSandbox(document: Document): Sandbox {
  return createRuns({
    start: (listener) => start(document, listener),
    setTimer(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
}
