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

/** Replaces the port's `postMessage` and answers matching requests itself. */
function answerFailures(): void {
  const send = Reflect.get(MessagePort.prototype, 'postMessage') as (this: MessagePort, ...sent: unknown[]) => void
  MessagePort.prototype.postMessage = function (this: MessagePort, data: unknown, ...more: unknown[]) {
    const { failure } = window as unknown as { failure?: Failure }
    const text = typeof data === 'string' && data.startsWith('{"type":"request"') ? data.split('\n')[0] : undefined
    const request = text === undefined ? undefined : (JSON.parse(text) as { id: number; method: string; url: string })
    const url = request && new URL(request.url)
    if (
      !failure ||
      !request ||
      !url ||
      !new RegExp(failure.of).test(`${request.method} ${url.pathname}${url.search}`)
    ) {
      send.call(this, data, ...more)
      return
    }
    const { code, reason, message, retryAfterSeconds } = failure
    const head = { type: 'head', id: request.id, status: code, statusText: '', complete: true, resting: false }
    const headers = [['content-type', 'application/json']]
    const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }
    const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message, ...details }
    const answer = `${JSON.stringify({ ...head, headers })}\n${JSON.stringify(body)}`
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: answer })))
  }
}

/** Returns a function that makes requests of the page fail from now on, or work again. Call before the page is opened. */
export async function failingServer(page: Page): Promise<(failure?: Failure) => Promise<void>> {
  await page.addInitScript(answerFailures)
  return (failure) => page.evaluate((next) => void Object.assign(window, { failure: next }), failure)
}
