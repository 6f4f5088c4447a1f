import { Textarea } from '@mantine/core'
import { RequestLine } from './RequestLine'
import type { ConsoleRequest } from './use-console-request'

/** Sets a header line, replacing one with the same name. */
function withHeader(headers: string, line: string): string {
  const name = line.split(':')[0]?.toLowerCase()
  const others = headers.split('\n').filter((other) => other.trim() && other.split(':')[0]?.toLowerCase() !== name)
  return [...others, line].join('\n')
}

const HEADER_SETS = [
  ['JSON', 'Accept: application/json'],
  ['YAML', 'Accept: application/yaml'],
  ['Table', 'Accept: application/json;as=Table;v=v1;g=meta.orch.io'],
  ['Metadata only', 'Accept: application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io'],
  ['JSON body', 'Content-Type: application/json'],
  ['YAML body', 'Content-Type: application/yaml'],
  ['Apply', 'Content-Type: application/apply-patch+yaml'],
  ['Merge patch', 'Content-Type: application/merge-patch+json'],
  ['Strategic patch', 'Content-Type: application/strategic-merge-patch+json'],
  ['JSON patch', 'Content-Type: application/json-patch+json'],
] as const

/** The request as text: method, path, headers and body. */
export function RequestForm({ request, send }: { readonly request: ConsoleRequest; readonly send: () => void }) {
  const { headers, body, hasBody, change } = request
  return (
    <form
      className="o-stack"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <RequestLine request={request} />
      <div className="o-console-parts">
        <div>
          <Textarea
            label="Headers"
            data-console="headers"
            description="One per line"
            autosize
            minRows={2}
            maxRows={8}
            value={headers}
            onChange={(e) => change({ headers: e.currentTarget.value })}
            classNames={{ input: 'o-mono' }}
            spellCheck={false}
            placeholder="Accept: application/json"
          />
          <div className="o-chips o-below">
            {HEADER_SETS.map(([title, line]) => (
              <button
                key={title}
                type="button"
                className="o-chip o-clickable"
                onClick={() => change({ headers: withHeader(headers, line) })}
              >
                {title}
              </button>
            ))}
          </div>
        </div>
        {hasBody && (
          <Textarea
            label="Body"
            data-console="body"
            description="Sent unchanged"
            autosize
            minRows={4}
            maxRows={18}
            value={body}
            onChange={(e) => change({ body: e.currentTarget.value })}
            classNames={{ input: 'o-mono' }}
            spellCheck={false}
          />
        )}
      </div>
    </form>
  )
}
