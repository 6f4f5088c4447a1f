import { Button, NumberInput } from '@mantine/core'
import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import { resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { useClient } from '../../state/connection'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'

/** Replicas through the scale subresource. */
export function ScaleForm({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const client = useClient()
  const now = Number(at(object, 'spec', 'replicas') ?? 0)
  const { name = '', namespace } = object.metadata
  const [wanted, setWanted] = useSessionDraft<number | undefined>(
    `replicas ${resourceTitle(info)}/${namespace ?? ''}/${name}`,
    undefined,
  )
  const { act, busy, error } = useAction()
  const send = async (): Promise<void> => {
    await act(async () => {
      await client.patch(
        { ...info, namespace },
        name,
        'merge',
        { spec: { replicas: wanted } },
        { subresource: 'scale' },
      )
      setWanted(undefined)
    })
  }
  return (
    <div className="o-stack">
      <form
        className="o-row o-below-far"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <NumberInput
          w={110}
          min={0}
          aria-label="Desired replicas"
          value={wanted ?? now}
          onChange={(value) => setWanted(typeof value === 'number' ? value : undefined)}
        />
        <Button type="submit" variant="default" loading={busy} disabled={wanted === undefined || wanted === now}>
          Scale
        </Button>
      </form>
      {error !== undefined && <ErrorMessage error={error}>The replicas were not changed.</ErrorMessage>}
    </div>
  )
}
