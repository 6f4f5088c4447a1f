import { useEffect, useRef } from 'react'
import { takePromise } from '../../state/arrival'
import type { Lab } from './lab'

/** Applies what a button that led here promised: the conflict is open when the lab shows. It is refused, so nothing changes. */
export function usePromisedApply({ lab }: { readonly lab: Lab }) {
  const applyNow = useRef(lab.apply)
  applyNow.current = lab.apply
  const there = lab.live === undefined ? '' : lab.managers.map(({ name: each }) => each).join('\n')
  // Whoever came by a button that promised a conflict sees it open. The apply is refused, so nothing changes.
  useEffect(() => {
    for (const manager of there.split('\n'))
      if (manager && takePromise(`apply ${manager}`)) void applyNow.current(manager)
  }, [there])
}
