/**
 * Carries messages in order between two ends that cannot call each other: the port protocol runs over any of them. Whether
 * the other end still lives is not known here.
 */
export interface Wire<Sent, Received> {
  /** Buffers in `transfer` are moved where the wire can, and must not be used afterwards. */
  post(message: Sent, transfer?: ArrayBuffer[]): void
  /** Messages from now on; `closed` when the wire itself tells that it is gone. */
  listen(message: (message: Received) => void, closed: () => void): void
  close(): void
}

/** Messages as texts, for those that can be. */
export interface TextForm<Sent, Received> {
  /** Undefined for a message that holds what no text can. */
  write(message: Sent): string | undefined
  read(text: string): Received
}

/** A wire over one end of a `MessageChannel`. A text is copied in a fraction of the time that its object takes. */
export function portWire<Sent, Received>(port: MessagePort, form: TextForm<Sent, Received>): Wire<Sent, Received> {
  return {
    post(message, transfer = []) {
      const text = transfer.length === 0 ? form.write(message) : undefined
      if (text === undefined) port.postMessage(message, transfer)
      else port.postMessage(text)
    },
    listen(message, closed) {
      port.onmessage = ({ data }: MessageEvent<Received | string>) =>
        message(typeof data === 'string' ? form.read(data) : data)
      // Newer browsers tell when the other end is gone; elsewhere the heartbeat finds out.
      port.addEventListener('close', closed)
      port.start()
    },
    close: () => port.close(),
  }
}

interface Addressed {
  readonly to: 'server' | 'client'
  readonly message: unknown
}

/**
 * A wire over a broadcast channel of its own, for tabs: ports cannot be handed to another tab. Both ends must know the
 * channel's name and nobody else may.
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
