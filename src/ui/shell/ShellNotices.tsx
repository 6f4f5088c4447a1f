import { lazy, Suspense } from 'react'
import { useMaking } from '../state/lesson/making'
import { LinkGate } from './LinkGate'
import { StoreFaultBanner } from './StoreFaultBanner'

const RecordBar = lazy(() => import('../components/making/RecordBar').then((m) => ({ default: m.RecordBar })))

/** The notices above every page, loaded after the page itself. */
export function ShellNotices() {
  const making = useMaking((state) => state.making !== undefined)
  return (
    <>
      <StoreFaultBanner />
      <LinkGate />
      <Suspense fallback={null}>{making && <RecordBar />}</Suspense>
    </>
  )
}
