import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyTrouble } from '../../components/notify'
import { useClient } from '../../state/connection'
import { useGo } from '../../state/place'
import { EXAMPLE, loadExample } from './example'
import { labPlace } from './lab-place'

/** Opens the example, or starts it over. */
export function ExampleButton({ anew = false, onDone }: { readonly anew?: boolean; readonly onDone?: () => void }) {
  const client = useClient()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      await loadExample(client, anew)
      go(labPlace(EXAMPLE.info, EXAMPLE.namespace, EXAMPLE.name))
      onDone?.()
    } catch (error) {
      notifyTrouble('The example could not be loaded', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size={anew ? 'xs' : 'sm'}
      variant={anew ? 'default' : 'filled'}
      loading={busy}
      leftSection={<Icon name="example" />}
      onClick={() => void load()}
    >
      {anew ? 'Start the example over' : 'Load the example'}
    </Button>
  )
}
