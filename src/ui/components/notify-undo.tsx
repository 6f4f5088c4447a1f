import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { closeButtonProps } from '../state/notify'

/** Says what was done, and offers to take it back while it is in sight. */
export function notifyUndo(title: string, undo: () => void, autoClose = 12_000): void {
  const notice = notifications.show({
    title,
    autoClose,
    closeButtonProps,
    message: (
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          notifications.hide(notice)
          undo()
        }}
      >
        Undo
      </Button>
    ),
  })
}
