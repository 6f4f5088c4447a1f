import { lazy, Suspense, useEffect } from 'react'
import { keepBusyFocus } from '../components/busy-focus'
import { keepRemovedFocus } from '../components/removed-focus'
import { useMaking } from '../state/lesson/making'
import { LinkGate } from './LinkGate'
import { StoreFaultBanner } from './StoreFaultBanner'

const RecordBar = lazy(() => import('../components/making/RecordBar').then((m) => ({ default: m.RecordBar })))

/** The notices above every page, and what the page can do without at first; loaded after the page itself. */
export function ShellNotices() {
  const making = useMaking((state) => state.making !== undefined)
  useEffect(keepBusyFocus, [])
  useEffect(keepRemovedFocus, [])
  return (
    <>
      <StoreFaultBanner />
      <LinkGate />
      <Suspense fallback={null}>{making && <RecordBar />}</Suspense>
    </>
  )
}
