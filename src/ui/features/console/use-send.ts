import { type RefObject, useEffect, useRef, useState } from 'react'
import { tellConsoleOutcome } from '../../queries/console-answers'
import { type Answer, sendRequest } from '../../queries/send'
import { useSession } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { type HistoryEntry, usePreferences } from '../../state/preferences'
import { type Exchange, useExchanges } from './answers'
import type { ConsoleRequest } from './use-console-request'

/** The console's last request on its way, and what has come back. */
export interface Sending {
  readonly send: () => Promise<void>
  /** Stops the running request. */
  readonly running: RefObject<AbortController | undefined>
  readonly answer: Answer | undefined
  readonly error: unknown
  /** Set when the answer is complete. */
  readonly exchange: Exchange | undefined
}

/** Sends the console's request, shows its answer as it arrives, and remembers both. */
export function useSend({ method, path, headers, body }: ConsoleRequest): Sending {
  const session = useSession()
  const { identity } = useIdentity()
  const remember = usePreferences((state) => state.remember)
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<unknown>()
  const [exchange, setExchange] = useState<Exchange>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (): Promise<void> => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setError(undefined)
    setAnswer(undefined)
    setExchange(undefined)
    const entry: HistoryEntry = {
      method,
      path,
      as: identity.id,
      at: Date.now(),
      ...(body && { body }),
      ...(headers && { headers }),
    }
    const report = (now: Answer): void => {
      setAnswer(now)
      tellConsoleOutcome({ answer: now })
    }
    try {
      const last = await sendRequest(session.sendAs(identity), { method, path, headers, body }, stop.signal, report)
      remember({ ...entry, status: last.status })
      const made = { entry, answer: last }
      useExchanges.getState().keep(made)
      if (running.current === stop) setExchange(made)
    } catch (failure) {
      if (!stop.signal.aborted) {
        setError(failure)
        tellConsoleOutcome({ error: failure })
        remember(entry)
      }
    } finally {
      if (running.current === stop) running.current = undefined
    }
  }
  return { send, running, answer, error, exchange }
}
