import type { Json } from '../../machinery/json'
import { messageOf } from '../../machinery/message-of'
import { DEFAULT_LIMIT_MS, type Sandbox, type SandboxCall, SandboxError, stopped } from './sandbox'

type Order =
  | { readonly id: number; readonly call: Omit<SandboxCall, 'signal' | 'onReady'> }
  | { readonly id: number; readonly stop: true }
  | { readonly id: number; readonly prepare: Pick<SandboxCall, 'source' | 'name' | 'owner'> }
  | { readonly id: 0; readonly warm: true }
type Answer =
  | { readonly id: number; readonly value: Json }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly ready: true }

/** Added to a call's limit for the transfer, and for a slow page. */
const GRACE_MS = 3_000
/** Time for the page to report the guest as ready; the page itself gives up earlier. */
const START_LIMIT_MS = 35_000

/** Makes a sandbox available at the other end of a port: workers have no document for frames. */
export function serveSandbox(port: MessagePort, sandbox: Sandbox): void {
  const running = new Map<number, AbortController>()
  port.onmessage = ({ data }: MessageEvent<Order>) => {
    const { id } = data
    if ('warm' in data) return sandbox.warm()
    if ('stop' in data) return running.get(id)?.abort()
    if ('prepare' in data) {
      // If preparation fails, the call reports it.
      const done = (): void => port.postMessage({ id, value: null } satisfies Answer)
      return void sandbox.prepare(data.prepare).then(done, done)
    }
    const leave = new AbortController()
    running.set(id, leave)
    const answer = (message: Answer): void => {
      running.delete(id)
      port.postMessage(message)
    }
    const onReady = (): void => port.postMessage({ id, ready: true } satisfies Answer)
    sandbox.run({ ...data.call, signal: leave.signal, onReady }).then(
      (value) => answer({ id, value }),
      (error: unknown) => answer({ id, error: messageOf(error) }),
    )
  }
}

interface Async {
  ready(): void
  resolve(value: Json): void
  reject: (error: SandboxError) => void
}

/** The sandbox at the other end of a port. Fails if the page there does not answer in time. */
export function createRemoteSandbox(port: MessagePort, setTimer: (ms: number, run: () => void) => () => void): Sandbox {
  const waiting = new Map<number, Async>()
  let lastId = 0
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    const known = waiting.get(data.id)
    if ('ready' in data) return known?.ready()
    waiting.delete(data.id)
    if ('error' in data) known?.reject(new SandboxError(data.error))
    else known?.resolve(data.value)
  }
  return {
    warm: () => port.postMessage({ id: 0, warm: true } satisfies Order),
    prepare(call) {
      const id = ++lastId
      return new Promise((resolve) => {
        const end = (): void => {
          cancel()
          waiting.delete(id)
          resolve()
        }
        const cancel = setTimer(START_LIMIT_MS, end)
        waiting.set(id, { resolve: end, reject: end, ready: () => undefined })
        port.postMessage({ id, prepare: call } satisfies Order)
      })
    },
    async run({ signal, onReady, ...call }) {
      signal?.throwIfAborted()
      const id = ++lastId
      const { limitMs = DEFAULT_LIMIT_MS } = call
      let cancel: () => void = () => undefined
      const stop = (why: SandboxError): void => {
        waiting.get(id)?.reject(why)
        waiting.delete(id)
        port.postMessage({ id, stop: true } satisfies Order)
      }
      const leave = (): void => stop(new SandboxError('it was stopped: nobody waits for its answer'))
      try {
        return await new Promise<Json>((resolve, reject) => {
          const ready = (): void => {
            cancel()
            onReady?.()
            cancel = setTimer(limitMs + GRACE_MS, () => stop(stopped(limitMs)))
          }
          waiting.set(id, { resolve, reject, ready })
          cancel = setTimer(START_LIMIT_MS, () => stop(new SandboxError('it did not start')))
          signal?.addEventListener('abort', leave, { once: true })
          port.postMessage({ id, call } satisfies Order)
        })
      } finally {
        cancel()
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
