import { useEffect, useRef } from 'react'
import { takePromise, usePromised } from '../../state/arrival'
import type { Lab } from './lab'

/**
 * Sends the apply promised by the button that led here, so that the lab opens with the conflict. It is refused, so nothing
 * changes.
 */
export function usePromisedApply({ lab }: { readonly lab: Lab }) {
  const applyNow = useRef(lab.apply)
  applyNow.current = lab.apply
  const there = lab.live === undefined ? '' : lab.managers.map(({ name: each }) => each).join('\n')
  const promised = usePromised()
  // Show the promised conflict. The apply is refused, so nothing changes.
  useEffect(() => {
    for (const manager of there.split('\n'))
      if (manager && takePromise(`apply ${manager}`)) void applyNow.current(manager)
  }, [there, promised])
}
