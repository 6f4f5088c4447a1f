import type { Clock } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import { type KeyProofOptions, keyProofs } from './key-proofs'
import { type ExchangeOptions, portExchanges } from './port-exchanges'
import { type ClientMessage, SILENT_CLIENT_MS, type ServerMessage, type ServerState } from './port-protocol'
import type { Wire } from './wire'

/** What a port server answers with. */
export interface PortServerOptions extends KeyProofOptions, ExchangeOptions {
  readonly clock: Clock
  control(name: string, args: unknown): Promise<unknown>
  state(): ServerState
}

/** The server's end of one port. */
export interface PortServer {
  /** Notifies the client that the server's state changed. */
  update(): void
  emit(name: string, payload: unknown): void
  /** Ends open streams, says good-bye and closes the wire. */
  close(): void
}

/** Serves a function over a wire. `onClose` is called once, whichever end closes it. */
export function servePort(
  wire: Wire<ServerMessage, ClientMessage>,
  options: PortServerOptions,
  onClose: () => void = () => undefined,
): PortServer {
  let open = true

  const post = (message: ServerMessage, transfer?: ArrayBuffer[]): void => {
    if (open) wire.post(message, transfer)
  }
  const proofs = keyProofs(options)
  const exchanges = portExchanges(options, proofs.proven, post)
  const silence = watchForSilence(options.clock, () => post({ type: 'ping' }), close)

  function end(): void {
    if (!open) return
    open = false
    silence.stop()
    exchanges.end()
    wire.close()
    onClose()
  }

  function close(): void {
    post({ type: 'closing' })
    end()
  }

  function answer(id: number, work: () => Promise<unknown>): void {
    Promise.resolve()
      .then(work)
      .then(
        (value) => post({ type: 'result', id, value }),
        (error: unknown) => post({ type: 'failure', id, message: messageOf(error) }),
      )
  }

  function take(message: ClientMessage): void {
    silence.broken()
    switch (message.type) {
      case 'request':
        return void exchanges.serve(message)
      case 'abort':
        return exchanges.abort(message.id)
      case 'credit':
        return exchanges.credit(message.id, message.bytes)
      case 'control':
        return answer(message.id, () => options.control(message.name, message.args))
      case 'identify':
        return post({ type: 'challenge', id: message.id, nonce: proofs.challenge(message.id, message.chain) })
      case 'proof':
        return answer(message.id, () => proofs.prove(message.id, message.signature))
      case 'received':
        return options.writes?.confirm(message.write)
      case 'ping':
        return post({ type: 'pong' })
      case 'bye':
        return end()
    }
  }

  const update = (): void => post({ type: 'welcome', state: options.state() })
  wire.listen(take, end)
  update()
  return { update, emit: (name, payload) => post({ type: 'event', name, payload }), close }
}

interface SilenceWatch {
  /** Call this with every message of the client. */
  broken(): void
  stop(): void
}

/** Pings a client that has been silent for long, and gives it up if it does not answer. */
function watchForSilence(clock: Clock, ask: () => void, giveUp: () => void): SilenceWatch {
  let heard = clock.steady()
  let asked = false
  let cancel = wait()

  function wait(): () => void {
    return clock.setTimer(SILENT_CLIENT_MS, () => {
      if (asked) return giveUp()
      asked = clock.steady() - heard >= SILENT_CLIENT_MS
      if (asked) ask()
      cancel = wait()
    })
  }
  return {
    broken() {
      heard = clock.steady()
      asked = false
    },
    stop: () => cancel(),
  }
}
