import { Button } from '@mantine/core'
import { stopLoads, useOpenLoads } from '../state/loads'

/** A way out of a long wait; nothing while what the page waits for cannot be stopped. */
export function StopLoading() {
  const open = useOpenLoads((state) => state.open.size)
  if (open === 0) return null
  return (
    <Button size="compact-sm" variant="default" onClick={stopLoads}>
      Stop loading
    </Button>
  )
}
