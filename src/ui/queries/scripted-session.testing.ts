import { Client, type Send } from '../../client/client'
import type { Control, ControlEvents } from '../../server/control'
import type { PageStatus } from '../../transport/page'
import type { Session } from '../state/connection'

/** A session without a control plane: tests supply its answers and events. */
export interface ScriptedSession {
  readonly session: Session
  /** The controls called so far, as `name arguments`. */
  readonly calls: readonly string[]
  /** Sends an event to its listeners. */
  readonly tell: <N extends keyof ControlEvents>(name: N, payload: ControlEvents[N]) => void
}

const STATUS: PageStatus = { role: 'owner', serviceWorker: 'active' }
const unexpected = (what: string) => (): Promise<never> => Promise.reject(new Error(`${what} is not expected here`))

/** A session whose controls return the given values by name (null for others) and whose requests go to `send`. */
export function scriptedSession(
  answers: Readonly<Record<string, unknown>> = {},
  send: Send = unexpected('a request'),
): ScriptedSession {
  const calls: string[] = []
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const control = ((name: string, args: unknown) => {
    calls.push(`${name} ${JSON.stringify(args)}`)
    return Promise.resolve(answers[name] ?? null)
  }) as Control
  const session: Session = {
    control,
    restoring: control,
    on: (name, listener) => {
      const those = listeners.get(name) ?? new Set()
      listeners.set(name, those.add(listener))
      return () => those.delete(listener)
    },
    status: () => STATUS,
    onStatus: () => () => undefined,
    replaceOwner: unexpected('a replacement'),
    seizeOwnership: unexpected('a seizure'),
    identify: unexpected('a certificate'),
    sendAs: () => send,
    clientAs: () => new Client(send),
  }
  return {
    session,
    calls,
    tell: (name, payload) => listeners.get(name)?.forEach((listener) => listener(payload as never)),
  }
}
