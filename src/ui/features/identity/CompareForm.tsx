import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { Icon } from '../../components/Icon'
import type { Identity } from '../../state/identity'
import { useSetQuery, type Search } from '../../state/place'
import { IdentityPicker } from './IdentityPicker'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The request to send, and the two identities. */
export function CompareForm({
  act,
  compare,
  method,
  setQuery,
  path,
  busy,
  left,
  right,
  writes,
  body,
  headers,
  really,
  leftId,
  rightId,
}: {
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly compare: () => Promise<void>
  readonly method: string
  readonly setQuery: (change: Search, options?: { push?: boolean }) => void
  readonly path: string
  readonly busy: boolean
  readonly left: Identity | undefined
  readonly right: Identity | undefined
  readonly writes: boolean
  readonly body: string
  readonly headers: string
  readonly really: boolean
  readonly leftId: string
  readonly rightId: string
}) {
  const setPlace = useSetQuery()
  return (
    <form
      className="o-stack"
      onSubmit={(event) => {
        event.preventDefault()
        void act(compare)
      }}
    >
      <div className="o-row wrap o-bottoms">
        <Select
          label="Method"
          w={112}
          allowDeselect={false}
          data={METHODS}
          value={method}
          onChange={(value) => setQuery({ method: value ?? 'GET' })}
          classNames={{ input: 'o-mono' }}
        />
        <TextInput
          label="Path and query"
          className="o-grow o-basis-18"
          value={path}
          spellCheck={false}
          onChange={(e) => setQuery({ path: e.currentTarget.value })}
          classNames={{ input: 'o-mono' }}
        />
        <Button type="submit" loading={busy} disabled={!left || !right} leftSection={<Icon name="send" />}>
          Send as both
        </Button>
      </div>
      {writes && (
        <div className="o-two">
          <Textarea
            label="Body"
            autosize
            minRows={3}
            maxRows={14}
            value={body}
            spellCheck={false}
            onChange={(e) => setQuery({ body: e.currentTarget.value })}
            classNames={{ input: 'o-mono' }}
          />
          <div className="o-stack">
            <Textarea
              label="Headers"
              description="One per line"
              autosize
              minRows={1}
              maxRows={6}
              value={headers}
              spellCheck={false}
              onChange={(e) => setQuery({ headers: e.currentTarget.value })}
              classNames={{ input: 'o-mono' }}
            />
            <Switch
              label="Store the changes, first as the left user, then as the right user"
              description="Off: both requests are dry runs"
              checked={really}
              onChange={(e) => setPlace({ really: e.currentTarget.checked ? '1' : undefined })}
            />
          </div>
        </div>
      )}
      <div className="o-two">
        <IdentityPicker label="Left" value={leftId} onChange={(left) => setPlace({ left })} />
        <IdentityPicker label="Right" value={rightId} onChange={(right) => setPlace({ right })} />
      </div>
    </form>
  )
}
