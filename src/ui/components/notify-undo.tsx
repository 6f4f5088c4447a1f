import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { closeButtonProps } from '../state/notify'
import { latestChange, useUndo } from '../state/undo/changes'

/** Calls back once when the change that was written last is taken back, from wherever that is done, or forgotten. */
function onceTakenBack(taken: () => void): void {
  const id = latestChange(useUndo.getState().changes)?.id
  if (id === undefined) return
  const stop = useUndo.subscribe(({ changes }) => {
    if (changes.some((change) => change.id === id && !change.undone)) return
    stop()
    taken()
  })
}

/**
 * Says what was done, and offers to take it back while it is in sight. The message goes when the change is taken back elsewhere:
 * from the request log, by key, or in another message.
 */
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
  onceTakenBack(() => notifications.hide(notice))
}
