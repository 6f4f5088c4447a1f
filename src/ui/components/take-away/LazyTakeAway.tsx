import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Icon } from '../Icon'
import type { Takeable } from './takeable'

const TakeAway = lazy(() => import('./TakeAway').then((m) => ({ default: m.TakeAway })))

/** The export button for pages that must open first; its menu loads later. */
export function LazyTakeAway(props: Takeable & { readonly what: string }) {
  return (
    <Suspense
      fallback={
        <Button variant="default" disabled leftSection={<Icon name="download" />}>
          Export
        </Button>
      }
    >
      <TakeAway {...props} />
    </Suspense>
  )
}
