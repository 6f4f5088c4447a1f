import { useState } from 'react'
import { parseHeaders } from '../../state/curl'
import { type Search, useQueryState } from '../../state/place'
import { useRequestTexts } from '../../state/secret-request'

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

/** The request in the address of the console. */
export function useConsoleRequest(): ConsoleRequest {
  const [texts, setTexts] = useRequestTexts(START)
  const named = useQueryState()['path'] !== undefined
  /** The address names no path because a person took it away, not because they have just come. */
  const [emptied, setEmptied] = useState(false)
  return {
    ...texts,
    hasBody: !WITHOUT_BODY.includes(texts.method),
    typedPath: emptied && !named ? '' : texts.path,
    change: (change, options) => {
      if ('path' in change) setEmptied(change['path'] === '')
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
