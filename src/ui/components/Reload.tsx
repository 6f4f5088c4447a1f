import { Button } from '@mantine/core'

/** The way out when what a page waits for cannot be stopped, such as a file of the site that does not come. */
export const Reload = () => (
  <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
    Reload page
  </Button>
)
