import { useSessionDraft } from './session-draft'
import { type Search, useQueryState, useSetQuery } from './place'

const CREDENTIALS = /^\s*((proxy-)?authorization|cookie)\s*:/im
/** Paths of objects that hold keys, passwords or tokens. */
const PLACES =
  /^\/api\/v1\/(namespaces\/[^/]+\/)?secrets(\/|$)|^\/api\/v1\/namespaces\/[^/]+\/serviceaccounts\/[^/]+\/token$|^\/apis\/authentication\.orch\.io\/[^/]+\/tokenreviews$/

/** Whether header lines, as typed, present credentials. */
export const hasCredentials = (headers: string): boolean => CREDENTIALS.test(headers)

/** The header lines without those that present credentials. */
export const withoutCredentials = (headers: string): string =>
  headers
    .split('\n')
    .filter((line) => !hasCredentials(line))
    .join('\n')

/** Whether a body sent to a path contains secrets. */
export const isSecretBody = (path: string, body: string): boolean =>
  body.trim() !== '' &&
  (PLACES.test(path.split('?')[0] ?? '') || /PRIVATE KEY|["']?kind["']?\s*:\s*["']?Secret\b/.test(body))

/** The parts of a request in which secrets may be. */
export interface RequestTexts {
  readonly method: string
  readonly path: string
  readonly headers: string
  readonly body: string
}

/** The parts of a request that are safe in addresses and in the history. */
export const shareable = ({ method, path, headers, body }: RequestTexts): RequestTexts => ({
  method,
  path,
  headers: hasCredentials(headers) ? withoutCredentials(headers) : headers,
  body: isSecretBody(path, body) ? '' : body,
})

/**
 * The texts of a request, kept in the address except for secrets. Those stay in the tab, tied to the method and path they
 * were typed for.
 */
export function useRequestTexts(
  fallback: Pick<RequestTexts, 'method' | 'path'>,
): [texts: RequestTexts, set: (change: Search, options?: { push?: boolean }) => void] {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const [secret, keep, drop] = useSessionDraft<RequestTexts | undefined>('request', undefined)
  const method = query['method'] ?? fallback.method
  const path = query['path'] ?? fallback.path
  const mine = secret?.method === method && secret.path === path ? secret : undefined
  const texts = {
    method,
    path,
    headers: mine?.headers ?? query['headers'] ?? '',
    body: mine?.body ?? query['body'] ?? '',
  }
  const set = (change: Search, options?: { push?: boolean }): void => {
    const next = { ...texts }
    for (const key of ['method', 'path', 'headers', 'body'] as const)
      if (key in change) next[key] = change[key] ?? (key === 'method' || key === 'path' ? fallback[key] : '')
    const open = shareable(next)
    if (open.headers === next.headers && open.body === next.body) drop()
    else keep(next)
    setQuery({ ...change, ...open }, options)
  }
  return [texts, set]
}
