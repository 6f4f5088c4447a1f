import { pointAt } from './pointer-state'

/** Whoever watched has had enough. */
export class ShowStopped extends Error {
  override readonly name = 'ShowStopped'
}

/** How long one looks at what is pointed at, in milliseconds. */
const LOOK_MS = 700
const PRESS_MS = 200
/** A page that has not come by then does not come any more. */
const LONGEST_MS = 20_000
const POLL_MS = 30
/** What is not there by then is not waited for: the heading of its page is pointed at. */
const SOON_MS = 1500
const HEADING = ['#content h1', '#content h2', '#content']

/** Lets time pass. Rejects with `ShowStopped` once `signal` is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(new ShowStopped('stopped'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** Shows somebody around the page: points, says what is done, and presses. */
export interface Guide {
  readonly signal: AbortSignal
  readonly say: (words: string) => void
  /**
   * Points at the first of the elements that is there and says what is done; where none comes soon, at the page's heading. Resolves
   * when there was time to look.
   */
  readonly show: (selectors: readonly string[], words: string) => Promise<void>
  /** The same, and presses it. Rejects where nothing is there. */
  readonly press: (selector: string, words: string) => Promise<void>
  /** Resolves when there was time to notice that something has changed. */
  readonly moment: () => Promise<void>
  /** Resolves to what `look` finds, once it does. Rejects where that takes too long. */
  readonly until: <T>(look: () => T | undefined, what: string) => Promise<T>
}

/** A guide that stops with `signal`: then whatever it was asked for rejects with `ShowStopped`. */
export function createGuide(signal: AbortSignal, say: (words: string) => void): Guide {
  const find = (selectors: readonly string[]): HTMLElement | undefined =>
    selectors
      .flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)])
      .find((e) => e.offsetWidth > 0)
  const until: Guide['until'] = async (look, what) => {
    for (let waited = 0; waited < LONGEST_MS; waited += POLL_MS) {
      const found = look()
      if (found !== undefined) return found
      await pause(POLL_MS, signal)
    }
    throw new Error(`${what} is not on the page`)
  }
  return {
    signal,
    say,
    until,
    moment: () => pause(PRESS_MS, signal),
    async show(selectors, words) {
      say(words)
      let there = find(selectors)
      for (let waited = 0; !there && selectors.length > 0 && waited < SOON_MS; waited += POLL_MS) {
        await pause(POLL_MS, signal)
        there = find(selectors)
      }
      pointAt(there ?? find(HEADING))
      await pause(LOOK_MS, signal)
    },
    async press(selector, words) {
      const button = await until(() => find([selector]), words)
      say(words)
      pointAt(button)
      await pause(LOOK_MS, signal)
      pointAt(button, true)
      await pause(PRESS_MS, signal)
      button.click()
    },
  }
}
