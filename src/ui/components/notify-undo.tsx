import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { closeButtonProps } from '../state/notify'
import type { Place } from '../state/place'
import { latestChange, useUndo } from '../state/undo/changes'
import { Go } from './Go'

/** Calls back once when the latest change is undone, wherever that happens, or forgotten. */
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
 * Reports an action and offers to undo it; a link leads to `open`. The message closes when the change is undone elsewhere: in the request
 * log, by key, or from another message.
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
