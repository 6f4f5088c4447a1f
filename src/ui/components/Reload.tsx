import { Button } from '@mantine/core'

/** The way out when a page waits for something that cannot be cancelled, such as a file of the site. */
export const Reload = () => (
  <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
    Reload page
  </Button>
)
