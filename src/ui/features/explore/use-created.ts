import { useState } from 'react'
import { latestChange, useUndo } from '../../state/undo/changes'

/** A text whose objects were all created, until it is edited or the creation undone. */
export interface Created {
  /** True if sending the text again would fail because its objects exist. */
  readonly created: boolean
  /** Records that the latest change created all objects of the text. */
  readonly note: (text: string) => void
}

/** Whether `text`, as it would be sent, was created from this page and its objects still exist. */
export function useCreated(text: string): Created {
  const [made, setMade] = useState<{ readonly text: string; readonly change: number }>()
  const stands = useUndo(({ changes }) => changes.some(({ id, undone }) => id === made?.change && !undone))
  return {
    created: stands && made?.text === text,
    note: (sent) => {
      const change = latestChange(useUndo.getState().changes)?.id
      setMade(change === undefined ? undefined : { text: sent, change })
    },
  }
}
