import type { RequestRow } from './requests'

let openedAt = 0

/** Notes that another page is being opened: what is requested from now on is for that page. */
export function notePageOpened(): void {
  openedAt = Date.now()
}

/** Whether the page that is open sent this request for the user: since it was opened, or its answer is still streaming. */
export const isOfThisPage = ({ origin, at, streaming }: RequestRow): boolean =>
  origin === 'page' && (at >= openedAt || streaming === true)
