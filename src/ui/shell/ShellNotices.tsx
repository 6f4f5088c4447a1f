import { lazy, Suspense } from 'react'
import { useMaking } from '../state/lesson/making'
import { LinkGate } from './LinkGate'
import { StoreFaultBanner } from './StoreFaultBanner'

const RecordBar = lazy(() => import('../components/making/RecordBar').then((m) => ({ default: m.RecordBar })))

/** What is said above every page. It is loaded after the page itself, which shows more at first sight. */
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
