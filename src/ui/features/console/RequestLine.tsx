import { Button, Select, TextInput } from '@mantine/core'
import { TakeAway } from '../../components/take-away/TakeAway'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { curlFor, parseHeaders } from '../../state/curl'
import { useIdentity } from '../../state/identity'
import { useGo, type Search } from '../../state/place'
import { hasCredentials, isSecretBody, shareable } from '../../state/secret-request'
import type { RefObject } from 'react'

/** The request that the console shows when the address names none. */
export const START = { method: 'GET', path: '/api/v1/namespaces' }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']

/** Method, path and what can be done with the request. */
export function RequestLine({
  method,
  setQuery,
  pathBox,
  emptied,
  named,
  path,
  setEmptied,
  headers,
  body,
  hasBody,
}: {
  readonly method: string
  readonly setQuery: (change: Search, options?: { push?: boolean }) => void
  readonly pathBox: RefObject<HTMLInputElement | null>
  readonly emptied: boolean
  readonly named: boolean
  readonly path: string
  readonly setEmptied: (next: boolean) => void
  readonly headers: string
  readonly body: string
  readonly hasBody: boolean
}) {
  const go = useGo()
  const { identity } = useIdentity()
  return (
    <div className="o-row wrap">
      <Select
        aria-label="Method"
        w={120}
        allowDeselect={false}
        data={METHODS}
        value={method}
        onChange={(value) => setQuery({ method: value ?? 'GET' })}
        classNames={{ input: 'o-mono' }}
      />
      <TextInput
        ref={pathBox}
        className="o-grow o-basis-16"
        aria-label="Path and query"
        value={emptied && !named ? '' : path}
        placeholder={START.path}
        onChange={(e) => {
          setEmptied(e.currentTarget.value === '')
          setQuery({ path: e.currentTarget.value })
        }}
        classNames={{ input: 'o-mono' }}
        spellCheck={false}
      />
      <Button type="submit" leftSection={<Icon name="send" />}>
        Send
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="identity" />}
        onClick={() =>
          go({
            to: '/identity/compare',
            search: { left: identity.id, ...shareable({ method, path, headers, body }) },
          })
        }
      >
        Compare as two users…
      </Button>
      <TakeAway
        what="this request"
        file="request"
        compact
        request={{ method, path, headers: parseHeaders(headers), ...(hasBody && { body }) }}
      />
      <CopyButton
        label="Copy as curl"
        text={() => curlFor(method, path, identity, parseHeaders(headers), hasBody ? body : undefined)}
      />
      {(hasCredentials(headers) || (hasBody && isSecretBody(path, body))) && (
        <CopyButton
          icon="warning"
          label="Copy as curl, including secrets"
          text={() =>
            curlFor(method, path, identity, parseHeaders(headers), hasBody ? body : undefined, { secrets: true })
          }
        />
      )}
    </div>
  )
}
