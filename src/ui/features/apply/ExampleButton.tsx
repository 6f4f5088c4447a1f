import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { useClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useGo } from '../../state/place'
import { labPlace } from '../../state/lab-place'
import { EXAMPLE, loadExample } from './example'

/** Opens the example, or resets it. */
export function ExampleButton({
  startOver = false,
  onDone,
}: {
  readonly startOver?: boolean
  readonly onDone?: () => void
}) {
  const client = useClient()
  const go = useGo()
  const { act, busy } = useAction('Could not load the example')
  const load = async (): Promise<void> => {
    await act(async () => {
      await loadExample(client, startOver)
      go(labPlace(EXAMPLE.info, EXAMPLE.namespace, EXAMPLE.name))
      onDone?.()
    })
  }
  return (
    <Button
      variant={startOver ? 'default' : 'filled'}
      loading={busy}
      leftSection={<Icon name="example" />}
      onClick={() => void load()}
    >
      {startOver ? 'Reset the example' : 'Load example'}
    </Button>
  )
}
