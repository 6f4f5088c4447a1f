import { useState } from 'react'
import { latestChange, useUndo } from '../../state/undo/changes'

/** A text that was created as a whole, until it changes or its objects are taken back. */
export interface Created {
  /** The same text would be refused: its objects exist. */
  readonly created: boolean
  /** Notes that all objects of the text were created, in whatever was written last. */
  readonly note: (text: string) => void
}

/** Whether `text`, as it would be sent, was created from this page and stands. */
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
