import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Icon } from '../Icon'
import type { Exportable } from './exportable'

const ExportMenu = lazy(() => import('./ExportMenu').then((m) => ({ default: m.ExportMenu })))

/** The export button for pages that must open first; its menu loads later. */
export function LazyExportMenu(props: Exportable & { readonly what: string }) {
  return (
    <Suspense
      fallback={
        <Button variant="default" disabled leftSection={<Icon name="download" />}>
          Export
        </Button>
      }
    >
      <ExportMenu {...props} />
    </Suspense>
  )
}
