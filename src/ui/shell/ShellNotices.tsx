import { LinkGate } from './LinkGate'
import { StoreFaultBanner } from './StoreFaultBanner'

/** What is said above every page. It is loaded after the page itself, which shows more at first sight. */
export function ShellNotices() {
  return (
    <>
      <StoreFaultBanner />
      <LinkGate />
    </>
  )
}
