import type { UserInfo } from '../../machinery/user'

/** A request of a program outside the page, as it was sent and answered. Its texts may hold secrets. */
export interface OutsideRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly user: string
  readonly groups: readonly string[]
  readonly status: number
  /** The answer's text, where it is JSON. */
  readonly answer?: string
}

/** Who sent it, known when it is answered. */
interface Sender {
  readonly target: { readonly raw: string }
  readonly user: UserInfo
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Copies a request that is no read before anybody takes its body; what comes back is called with the answer, before that is
 * sent, and rejects where one of the two breaks off.
 */
export function copyOutside(
  request: Request,
): ((sender: Sender, response: Response) => Promise<OutsideRequest>) | undefined {
  if (READS.has(request.method)) return undefined
  const body = request.clone().text()
  body.catch(() => undefined) // told with the answer
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
