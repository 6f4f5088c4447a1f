import { Button } from '@mantine/core'
import type { RequestRow } from '../../state/requests'
import { useUndo } from '../../state/undo/changes'
import { Icon } from '../Icon'

/** Undoes the change made by a request; renders nothing for requests without changes. */
export function RowUndo({ row }: { readonly row: RequestRow }) {
  const change = useUndo((state) => state.changes.find(({ rows }) => rows.includes(row.id)))
  const ask = useUndo((state) => state.ask)
  if (!change) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name="undo" size={14} />}
      disabled={change.undone}
      onClick={() => ask(change.id)}
    >
      {change.undone ? 'Undone' : 'Undo…'}
    </Button>
  )
}
