import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyError } from '../../state/notify'
import { useClient } from '../../state/connection'
import { useSetQuery } from '../../state/place'

/** Two teams with their robots, and mistakes to find. */
export function ExampleButton({ variant = 'default' }: { readonly variant?: string }) {
  const client = useClient()
  const setQuery = useSetQuery()
  const [busy, setBusy] = useState(false)
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      const { EXAMPLE_NAMESPACES, loadExample } = await import('./example')
      const { made, there, failures } = await loadExample(client)
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
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size={variant === 'default' ? 'xs' : 'sm'}
      variant={variant}
      loading={busy}
      leftSection={<Icon name="example" />}
      onClick={() => void load()}
    >
      Load two teams example
    </Button>
  )
}
