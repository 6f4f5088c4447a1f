import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepUnopened, leaveUnopened, unopenedPlane } from '../state/plane-changes'
import { usePlanes } from '../state/planes'
import { useUndo } from '../state/undo/changes'

/**
 * A plane that waits for its link to be opened belongs to the page that shows the link. A user who leaves without
 * opening it returns to the previous plane; a user who has changed something in it keeps it.
 */
export function useUnopenedPlane(): void {
  const { pathname, href } = useLocation({
    select: ({ pathname, href }) => ({ pathname, href }),
    structuralSharing: true,
  })
  const planes = usePlanes((state) => state.planes)
  const changed = useUndo((state) => state.changes.length > 0)
  useEffect(() => {
    const waiting = unopenedPlane()
    if (!waiting) return
    if (changed) keepUnopened(waiting)
    else if (pathname !== '/open') leaveUnopened(waiting, href)
  }, [changed, href, pathname, planes])
}
