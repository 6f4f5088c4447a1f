import { pointAt } from './pointer-state'

/** The user stopped the demonstration. */
export class ShowStopped extends Error {
  override readonly name = 'ShowStopped'
}

/** Time to look at a highlighted element, in milliseconds. */
const LOOK_MS = 700
const PRESS_MS = 200
/** Time limit for a page to appear, in milliseconds. */
const LONGEST_MS = 20_000
const POLL_MS = 30
/** How long to wait for an element, in milliseconds, before its page's heading is highlighted instead. */
const SOON_MS = 1500
const HEADING = ['#content h1', '#content h2', '#content']

/** Resolves after `ms`. Rejects with `ShowStopped` when `signal` is aborted. */
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

/** Demonstrates steps on the page: points at elements, explains, and presses. */
export interface Guide {
  readonly signal: AbortSignal
  readonly say: (words: string) => void
  /** Whether such an element is on the page and visible. */
  readonly sees: (selector: string) => boolean
  /**
   * Points at the first element that exists, or at the page's heading if none appears soon, and shows the words. Resolves after a
   * pause to look.
   */
  readonly show: (selectors: readonly string[], words: string) => Promise<void>
  /** Does the same, then presses the element. Rejects if none exists. */
  readonly press: (selector: string, words: string) => Promise<void>
  /** Points at what `look` finds, and shows the words. Resolves after a pause to look; rejects if it finds nothing. */
  readonly showFound: (look: () => HTMLElement | undefined, what: string, words: string) => Promise<void>
  /** Resolves after a pause to notice a change. */
  readonly moment: () => Promise<void>
  /** Resolves to the first defined result of `look`. Rejects on time-out. */
  readonly until: <T>(look: () => T | undefined, what: string) => Promise<T>
}

/** A guide that stops with `signal`: pending calls then reject with `ShowStopped`. */
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
    sees: (selector) => find([selector]) !== undefined,
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
    async showFound(look, what, words) {
      const found = await until(look, what)
      say(words)
      pointAt(found)
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
