import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Go } from './Go'
import { closeButtonProps } from '../state/notify'
import type { Place } from '../state/place'
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
 * Says what was done, and offers to take it back while it is in sight; a link leads to `open`. The message goes when the change is taken back elsewhere:
 * from the request log, by key, or in another message.
 */
export function notifyUndo(
  title: string,
  undo: () => void,
  { autoClose = 12_000, open }: { autoClose?: number | undefined; open?: Place | undefined } = {},
): void {
  const notice = notifications.show({
    title,
    autoClose,
    closeButtonProps,
    message: (
      <div className="o-row">
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
        {open && (
          <Go className="o-link" place={open} onClick={() => notifications.hide(notice)}>
            Open
          </Go>
        )}
      </div>
    ),
  })
  onceTakenBack(() => notifications.hide(notice))
}
