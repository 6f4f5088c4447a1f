import type { Json } from '../../machinery/json'
import { DEFAULT_LIMIT_MS, type Sandbox, type SandboxCall, SandboxError, stopped } from './sandbox'

type Order =
  { readonly id: number; readonly call: Omit<SandboxCall, 'signal'> } | { readonly id: number; readonly stop: true }
type Answer = { readonly id: number; readonly value: Json } | { readonly id: number; readonly error: string }

/** Beyond the limit of a call: for the way to the page, and for a page that is slow to answer. */
const GRACE_MS = 3_000

/** Lets the other end of a port use a sandbox: a worker has no document to put a frame into. */
export function serveSandbox(port: MessagePort, sandbox: Sandbox): void {
  const running = new Map<number, AbortController>()
  port.onmessage = ({ data }: MessageEvent<Order>) => {
    const { id } = data
    if ('stop' in data) return running.get(id)?.abort()
    const leave = new AbortController()
    running.set(id, leave)
    const answer = (message: Answer): void => {
      running.delete(id)
      port.postMessage(message)
    }
    sandbox.run({ ...data.call, signal: leave.signal }).then(
      (value) => answer({ id, value }),
      (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
    )
  }
}

interface Waiting {
  resolve(value: Json): void
  reject: (error: SandboxError) => void
}

/** The sandbox at the other end of a port. Fails when the page there does not answer in time. */
export function createRemoteSandbox(port: MessagePort, setTimer: (ms: number, run: () => void) => () => void): Sandbox {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    const known = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) known?.reject(new SandboxError(data.error))
    else known?.resolve(data.value)
  }
  return {
    async run({ signal, ...call }) {
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
          waiting.set(id, { resolve, reject })
          cancel = setTimer(limitMs + GRACE_MS, () => stop(stopped(limitMs)))
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
