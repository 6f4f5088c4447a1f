/**
 * Carries messages in order between two ends that can't call each other: the port protocol runs over any wire. It does not detect whether
 * the other end is alive.
 */
export interface Wire<Sent, Received> {
  /** Buffers in `transfer` are moved if the wire supports it, and must not be used afterwards. */
  post(message: Sent, transfer?: ArrayBuffer[]): void
  /** Subscribes to messages; `closed` is called if the wire itself reports that it is closed. */
  listen(message: (message: Received) => void, closed: () => void): void
  close(): void
}

/** Text encoding for messages that have one. */
export interface TextForm<Sent, Received> {
  /** Undefined for a message that can't be encoded as text. */
  write(message: Sent): string | undefined
  read(text: string): Received
}

/**
 * A wire over one end of a `MessageChannel`. Copying a text takes a fraction of the time of copying its object. Each message wakes the other
 * end, so texts that are posted while promises resolve together, such as the answers to the writes of one transaction, leave together.
 */
export function portWire<Sent, Received>(port: MessagePort, form: TextForm<Sent, Received>): Wire<Sent, Received> {
  let texts: string[] = []

  function flush(): void {
    const due = texts
    texts = []
    if (due.length > 0) port.postMessage(due.length === 1 ? due[0] : due)
  }

  return {
    post(message, transfer = []) {
      const text = transfer.length === 0 ? form.write(message) : undefined
      if (text === undefined) {
        flush()
        port.postMessage(message, transfer)
      } else if (texts.push(text) === 1) queueMicrotask(flush)
    },
    listen(message, closed) {
      port.onmessage = ({ data }: MessageEvent<Received | string | readonly string[]>) => {
        if (typeof data === 'string') message(form.read(data))
        else if (isTexts(data)) for (const text of data) message(form.read(text))
        else message(data)
      }
      // Newer browsers report when the other end is gone; elsewhere the heartbeat detects it.
      port.addEventListener('close', closed)
      port.start()
    },
    close() {
      flush()
      port.close()
    },
  }
}

const isTexts = (data: unknown): data is readonly string[] => Array.isArray(data)

interface Addressed {
  readonly to: 'server' | 'client'
  readonly message: unknown
}

/**
 * A wire over a broadcast channel of its own, for tabs: ports can't be passed to another tab. Both ends must know the channel's name and
 * nobody else may.
 */
export function broadcastWire<Sent, Received>(name: string, end: 'server' | 'client'): Wire<Sent, Received> {
  const channel = new BroadcastChannel(name)
  const to = end === 'server' ? 'client' : 'server'
  return {
    post: (message) => channel.postMessage({ to, message } satisfies Addressed),
    listen(message) {
      channel.onmessage = ({ data }: MessageEvent<Addressed>) => {
        if (data.to === end) message(data.message as Received)
      }
    },
    close: () => channel.close(),
  }
}
