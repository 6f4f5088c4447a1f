import type { UserInfo } from '../../machinery/user'
import { SAFE_METHODS } from '../../machinery/safe-methods'

/** A request from a program outside the page, as sent and answered. Its texts may contain secrets. */
export interface OutsideRequest {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly user: string
  readonly groups: readonly string[]
  readonly status: number
  /** The answer's text, if it is JSON. */
  readonly answer?: string
}

/** The sender, known when the request is answered. */
interface Sender {
  readonly target: { readonly raw: string }
  readonly user: UserInfo
}

/**
 * Copies a request that is not a read, before its body is consumed. Call the returned function with the answer before that is sent; it
 * rejects if request or answer breaks off.
 */
export function copyOutside(
  request: Request,
): ((sender: Sender, response: Response) => Promise<OutsideRequest>) | undefined {
  if (SAFE_METHODS.has(request.method)) return undefined
  const body = request.clone().text()
  body.catch(() => undefined) // reported with the answer
  return async ({ target, user }, response) => {
    const json = response.headers.get('content-type')?.startsWith('application/json')
    const answer = json ? response.clone().text() : undefined
    return {
      method: request.method,
      path: target.raw,
      contentType: request.headers.get('content-type') ?? '',
      body: await body,
      user: user.name,
      groups: user.groups,
      status: response.status,
      ...(answer && { answer: await answer }),
    }
  }
}
