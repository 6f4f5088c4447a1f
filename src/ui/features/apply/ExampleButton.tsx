import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyError } from '../../state/notify'
import { useClient } from '../../state/connection'
import { useGo } from '../../state/place'
import { EXAMPLE, loadExample } from './example'
import { labPlace } from '../../state/lab-place'

/** Opens the example, or starts it over. */
export function ExampleButton({
  startOver = false,
  onDone,
}: {
  readonly startOver?: boolean
  readonly onDone?: () => void
}) {
  const client = useClient()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      await loadExample(client, startOver)
      go(labPlace(EXAMPLE.info, EXAMPLE.namespace, EXAMPLE.name))
      onDone?.()
    } catch (error) {
      notifyError('Could not load the example', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size={startOver ? 'xs' : 'sm'}
      variant={startOver ? 'default' : 'filled'}
      loading={busy}
      leftSection={<Icon name="example" />}
      onClick={() => void load()}
    >
      {startOver ? 'Reset the example' : 'Load example'}
    </Button>
  )
}
