import { useEffect, useState } from 'react'
import { parseHeaders } from '../../state/curl'
import { type Search, useQueryState } from '../../state/place'
import { useRequestTexts } from '../../state/secret-request'
import { useSessionDraft } from '../../state/session-draft'

/** The console's initial request. */
export const START = { method: 'GET', path: '/api/v1/namespaces' }

const WITHOUT_BODY: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The request as typed, and the state of its form. */
export interface ConsoleRequest {
  readonly method: string
  readonly path: string
  /** Header lines, as typed. */
  readonly headers: string
  readonly body: string
  /** True if the method has a body. */
  readonly hasBody: boolean
  /** The path field's content: empty after the user cleared it, although the request still has a path. */
  readonly typedPath: string
  /** Changes the given texts; absent ones stay as they are. */
  readonly change: (change: Search, options?: { push?: boolean }) => void
}

const TEXTS = ['method', 'path', 'headers', 'body'] as const

/** The request in the console's address. If the address has none, shows what was typed here before. */
export function useConsoleRequest(): ConsoleRequest {
  const [texts, setTexts] = useRequestTexts(START)
  const query = useQueryState()
  const [typed, keep] = useSessionDraft<Search | undefined>('console', undefined)
  /** True if the path is missing because the user removed it, not because the page just opened. */
  const [emptied, setEmptied] = useState(false)
  const bare = TEXTS.every((key) => query[key] === undefined)
  useEffect(() => {
    if (bare && typed) setTexts(typed)
    // Later input goes into the address at once.
  }, [bare])
  return {
    ...texts,
    hasBody: !WITHOUT_BODY.includes(texts.method),
    typedPath: emptied && query['path'] === undefined ? '' : texts.path,
    change: (change, options) => {
      if ('path' in change) setEmptied(change['path'] === '')
      const next: Search = { ...texts, ...change }
      keep(Object.fromEntries(TEXTS.map((key) => [key, next[key]])))
      setTexts(change, options)
    },
  }
}

/** The request to send: parsed headers, and the body if the method has one. */
export const toSend = ({ method, path, headers, body, hasBody }: ConsoleRequest) => ({
  method,
  path,
  headers: parseHeaders(headers),
  ...(hasBody && { body }),
})
