import { FRAME_TEXT, type FrameNews, type FrameOrder } from './frame-text'
import { browserGuest } from './guest'
import { createRuns, type Guest, type GuestListener } from './runs'
import type { Sandbox } from './sandbox'

/** The frame, made when it is first needed. */
class Frame {
  private readonly listeners = new Map<number, GuestListener>()
  private readonly element: HTMLIFrameElement
  private readonly port: MessagePort
  private lastGuest = 0

  constructor(document: Document) {
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    this.port.onmessage = ({ data }: MessageEvent<FrameNews>) => {
      const listener = this.listeners.get(data.guest)
      if (data.failed === undefined) listener?.message(data.message)
      else listener?.failed(data.failed)
    }
    this.element = document.createElement('iframe')
    // Scripts, and nothing else: without allow-same-origin its origin is none.
    this.element.setAttribute('sandbox', 'allow-scripts')
    this.element.setAttribute('referrerpolicy', 'no-referrer')
    this.element.hidden = true
    this.element.title = 'Runs callbacks'
    this.element.srcdoc = FRAME_TEXT
    this.element.addEventListener(
      'load',
      () => this.element.contentWindow?.postMessage(null, '*', [port2]), // an origin that is none has no name
      { once: true },
    )
    document.body.append(this.element)
  }

  /** False when somebody took it out of the page; its workers went with it. */
  get alive(): boolean {
    return this.element.isConnected
  }

  start(body: string, listener: GuestListener): Guest {
    const guest = ++this.lastGuest
    this.listeners.set(guest, listener)
    // What is sent before the frame has loaded waits in the channel.
    const order = (message: FrameOrder): void => this.port.postMessage(message)
    order({ type: 'start', guest, script: browserGuest(body) })
    return {
      call: (id, name, input) => order({ type: 'call', guest, id, name, input }),
      stop: () => {
        this.listeners.delete(guest)
        order({ type: 'stop', guest })
      },
    }
  }
}

/** A person's code in workers of a frame that has no origin and no network. */
export function createFrameSandbox(document: Document): Sandbox {
  let frame: Frame | undefined
  return createRuns({
    start(body, listener) {
      if (!frame?.alive) frame = new Frame(document)
      return frame.start(body, listener)
    },
    setTimer(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
}
