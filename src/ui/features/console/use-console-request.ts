import { useEffect, useState } from 'react'
import { parseHeaders } from '../../state/curl'
import { type Search, useQueryState } from '../../state/place'
import { useRequestTexts } from '../../state/secret-request'
import { useSessionDraft } from '../../state/session-draft'

/** The request that the console shows when the address names none. */
export const START = { method: 'GET', path: '/api/v1/namespaces' }

const WITHOUT_BODY: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The request as a person writes it, and what its form needs to know. */
export interface ConsoleRequest {
  readonly method: string
  readonly path: string
  /** Header lines, as typed. */
  readonly headers: string
  readonly body: string
  /** Whether the method sends the body. */
  readonly hasBody: boolean
  /** What the path's box shows: nothing after a person emptied it, although the request has a path then. */
  readonly typedPath: string
  /** Changes any of the texts; an absent one stays as it is. */
  readonly change: (change: Search, options?: { push?: boolean }) => void
}

const TEXTS = ['method', 'path', 'headers', 'body'] as const

/** The request in the address of the console. An address that names none shows what was typed here before. */
export function useConsoleRequest(): ConsoleRequest {
  const [texts, setTexts] = useRequestTexts(START)
  const query = useQueryState()
  const [typed, keep] = useSessionDraft<Search | undefined>('console', undefined)
  /** The address names no path because a person took it away, not because they have just come. */
  const [emptied, setEmptied] = useState(false)
  const bare = TEXTS.every((key) => query[key] === undefined)
  useEffect(() => {
    if (bare && typed) setTexts(typed)
    // What is typed later goes into the address at once.
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

/** What is sent: the header lines read, and the body where the method sends one. */
export const toSend = ({ method, path, headers, body, hasBody }: ConsoleRequest) => ({
  method,
  path,
  headers: parseHeaders(headers),
  ...(hasBody && { body }),
})
