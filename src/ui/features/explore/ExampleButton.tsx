import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyError } from '../../state/notify'
import { useClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useGo } from '../../state/place'

/** Creates the web shop example and opens it. */
export function ExampleButton({ variant = 'default' }: { readonly variant?: string }) {
  const client = useClient()
  const go = useGo()
  const { act, busy } = useAction('Could not load the example')
  const load = async (): Promise<void> => {
    await act(async () => {
      const { EXAMPLE_NAMESPACE, loadWebShop } = await import('./example')
      const { made, failures } = await loadWebShop(client)
      const first = failures[0]
      if (first)
        notifyError(`${failures.length} objects of the example were rejected, the first is ${first.name}`, first.error)
      else notifyDone('Web shop example loaded', `${made} objects in namespace ${EXAMPLE_NAMESPACE}`)
      go({
        to: '/explore/$group/$version/$resource',
        params: { group: 'apps', version: 'v1', resource: 'deployments' },
        search: { ns: EXAMPLE_NAMESPACE },
      })
    })
  }
  return (
    <Button variant={variant} loading={busy} leftSection={<Icon name="example" />} onClick={() => void load()}>
      Load web shop example
    </Button>
  )
}
