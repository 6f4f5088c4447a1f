import { writeJson } from '../../machinery/json-text'
import { compile } from './compile'
import { GuestPool } from './guest-pool'
import type { GuestRun, StartGuest } from './guest-run'
import { DEFAULT_LIMIT_MS, readAnswer, type Sandbox, type SandboxCall, SandboxError, stopped } from './sandbox'

/** How guests are started and timed. */
export interface RunsOptions {
  readonly start: StartGuest
  /** Real time, because a loop must be stopped even while the control plane's clock is paused. */
  setTimer: (ms: number, run: () => void) => () => void
}

/** A guest that has not started by then never will. */
const START_LIMIT_MS = 30_000

const keyOf = (owner: string, body: string): string => JSON.stringify([owner, body])

/** A sandbox that enforces limits on its guests. */
export function createRuns({ start, setTimer }: RunsOptions): Sandbox {
  const pool = new GuestPool(start)
  return {
    warm() {
      pool.warm()
      void compile('', 'default')
    },
    async prepare({ source, name, owner = '' }) {
      try {
        const body = await compile(source, name)
        const { started } = pool.runOf(keyOf(owner, body), body)
        let cancel: () => void = () => undefined
        const late = new Promise<void>((resolve) => (cancel = setTimer(START_LIMIT_MS, resolve)))
        await Promise.race([started, late])
        cancel()
      } catch {
        // The following call reports errors in the code.
      }
    },
    async run(call) {
      const body = await compile(call.source, call.name)
      call.signal?.throwIfAborted()
      return readAnswer(await limited(pool.runOf(keyOf(call.owner ?? '', body), body), call, setTimer))
    },
  }
}

/** Calls a guest. Terminates a guest that does not start, exceeds its time, or has no pending calls left. */
async function limited(
  run: GuestRun,
  { name, input, limitMs = DEFAULT_LIMIT_MS, signal, onReady }: SandboxCall,
  setTimer: RunsOptions['setTimer'],
): Promise<unknown> {
  let cancel: () => void = () => undefined
  let leave: () => void = () => undefined
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const quit = (why: SandboxError): void => {
        reject(why)
        run.end(why.message)
      }
      cancel = setTimer(START_LIMIT_MS, () => quit(new SandboxError('it did not start')))
      leave = () => quit(new SandboxError('it was stopped: nobody waits for its answer'))
      signal?.addEventListener('abort', leave, { once: true })
      run.ask(name, writeJson(input), { resolve, reject })
      void run.started.then(() => {
        cancel()
        onReady?.()
        cancel = setTimer(limitMs, () => quit(stopped(limitMs)))
      })
    })
  } finally {
    cancel()
    signal?.removeEventListener('abort', leave)
  }
}
