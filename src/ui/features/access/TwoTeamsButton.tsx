import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyError } from '../../state/notify'
import { useClient } from '../../state/connection'
import { useSetQuery } from '../../state/place'
import { useAction } from '../../state/use-action'

/** Loads an example: two teams with their service accounts, and mistakes to find. */
export function TwoTeamsButton({ variant = 'default' }: { readonly variant?: string }) {
  const client = useClient()
  const setQuery = useSetQuery()
  const { act, busy } = useAction('Could not load the example')
  const load = async (): Promise<void> => {
    await act(async () => {
      const { EXAMPLE_NAMESPACES, loadTwoTeams } = await import('./example')
      const { made, there, failures } = await loadTwoTeams(client)
      const first = failures[0]
      if (first)
        notifyError(`${failures.length} objects of the example were rejected, the first is ${first.name}`, first.error)
      else
        notifyDone(
          'Two teams example loaded',
          made > 0
            ? `${made} objects in and for namespaces ${EXAMPLE_NAMESPACES.join(' and ')}`
            : `All ${there} objects already exist`,
        )
      setQuery({ ns: EXAMPLE_NAMESPACES[0], q: undefined, people: undefined, group: undefined })
    })
  }
  return (
    <Button variant={variant} loading={busy} leftSection={<Icon name="example" />} onClick={() => void load()}>
      Load two teams example
    </Button>
  )
}
