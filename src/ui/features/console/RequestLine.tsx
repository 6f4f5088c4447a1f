import { Button, Select, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { ExportMenu } from '../../components/export/ExportMenu'
import { curlFor } from '../../state/curl'
import { useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { useGo } from '../../state/place'
import { hasCredentials, isSecretBody, shareable } from '../../state/secret-request'
import { type ConsoleRequest, START, toSend } from './use-console-request'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']

/** Method and path, with the request's actions. */
export function RequestLine({ request }: { readonly request: ConsoleRequest }) {
  const { method, path, headers, body, hasBody, typedPath, change } = request
  const go = useGo()
  const { identity } = useIdentity()
  const pathBox = useRef<HTMLInputElement>(null)
  useKeys([{ keys: '/', title: 'Focus the path', run: () => pathBox.current?.focus() }])
  const curl = (secrets = false): string => {
    const sent = toSend(request)
    return curlFor(method, path, identity, sent.headers, sent.body, { secrets })
  }
  return (
    <div className="o-row wrap">
      <Select
        aria-label="Method"
        data-console="method"
        w={120}
        allowDeselect={false}
        data={METHODS}
        value={method}
        onChange={(value) => change({ method: value ?? 'GET' })}
        classNames={{ input: 'o-mono' }}
      />
      <TextInput
        ref={pathBox}
        className="o-grow o-basis-16"
        aria-label="Path and query"
        data-console="path"
        value={typedPath}
        placeholder={START.path}
        onChange={(e) => change({ path: e.currentTarget.value })}
        classNames={{ input: 'o-mono' }}
        spellCheck={false}
      />
      <Button type="submit" data-console="send" leftSection={<Icon name="send" />}>
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
      <ExportMenu what="this request" file="request" compact request={toSend(request)} />
      <CopyButton label="Copy as curl" shown="Copy as curl" text={() => curl()} />
      {(hasCredentials(headers) || (hasBody && isSecretBody(path, body))) && (
        <CopyButton
          icon="warning"
          label="Copy as curl, including secrets"
          shown="Including secrets"
          text={() => curl(true)}
        />
      )}
    </div>
  )
}
