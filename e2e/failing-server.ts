import type { Page } from '@playwright/test'

/** The answer that matching requests of the interface get instead of the real one. */
export interface Failure {
  /** A regular expression over method, path and query, such as `^GET /api/v1/pods`. */
  readonly of: string
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** Replaces the port's `postMessage` and answers matching requests itself. Texts that are sent together are one message. */
function answerFailures(): void {
  const send = Reflect.get(MessagePort.prototype, 'postMessage') as (this: MessagePort, ...sent: unknown[]) => void

  /** Answers the request if it is one that fails, and says whether it did. */
  function answered(port: MessagePort, message: unknown): boolean {
    const { failure } = window as unknown as { failure?: Failure }
    if (!failure || typeof message !== 'string' || !message.startsWith('{"type":"request"')) return false
    const { id, method, url } = JSON.parse(message.split('\n')[0] ?? '') as { id: number; method: string; url: string }
    const { pathname, search } = new URL(url)
    if (!new RegExp(failure.of).test(`${method} ${pathname}${search}`)) return false
    const { code, reason, message: text, retryAfterSeconds } = failure
    const head = { type: 'head', id, status: code, statusText: '', complete: true, resting: false }
    const headers = [['content-type', 'application/json']]
    const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }
    const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: text, ...details }
    const answer = `${JSON.stringify({ ...head, headers })}\n${JSON.stringify(body)}`
    setTimeout(() => port.dispatchEvent(new MessageEvent('message', { data: answer })))
    return true
  }

  MessagePort.prototype.postMessage = function (this: MessagePort, data: unknown, ...more: unknown[]) {
    if (Array.isArray(data)) {
      const rest = data.filter((message) => !answered(this, message))
      if (rest.length > 0) send.call(this, rest, ...more)
    } else if (!answered(this, data)) send.call(this, data, ...more)
  }
}

/** Returns a function that makes requests of the page fail from now on, or work again. Call before the page is opened. */
export async function failingServer(page: Page): Promise<(failure?: Failure) => Promise<void>> {
  await page.addInitScript(answerFailures)
  return (failure) => page.evaluate((next) => void Object.assign(window, { failure: next }), failure)
}
