import { currentPlane, planePrefix } from '../../links/plane-key'
import { changePlane, forgetPlane } from '../../links/plane-list'
import { readPlanes } from '../../links/planes'
import { databasesOf, siteName } from '../../transport/page-protocol'
import { planePath } from '../../transport/plane-address'
import { PAGE_CLOCK } from './clock'
import { openPlane, refreshPlanes } from './planes'

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error(`the database ${name} could not be deleted`))
    request.onblocked = () => reject(new Error('Another tab uses this plane. Close that tab and try again.'))
  })
}

/** Deletes a site's private files, if the browser supports them. */
async function deleteFiles(name: string): Promise<void> {
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined)
  await root?.removeEntry(encodeURIComponent(name), { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  })
}

function forgetKeys(storage: Storage, plane: string): void {
  const prefix = planePrefix(plane)
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
  for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key)
}

/** Deletes the stored data of a plane. Returns false if a tab still shows it. */
async function removeStored(plane: string): Promise<boolean> {
  const site = siteName(planePath(new URL('.', document.baseURI).pathname, plane))
  return navigator.locks.request(site, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await Promise.all([...Object.values(databasesOf(site)).map(deleteDatabase), deleteFiles(site)])
    forgetKeys(localStorage, plane)
    forgetKeys(sessionStorage, plane)
    forgetPlane(localStorage, plane)
    return true
  })
}

/** Deletes a plane with everything in it; this page's own plane as soon as the page shows another. Rejects while a tab shows it. */
export async function deletePlane(plane: string): Promise<void> {
  if (plane === currentPlane()) {
    changePlane(localStorage, plane, { doomed: true })
    return openPlane('')
  }
  if (!(await removeStored(plane))) throw new Error('Another tab shows this plane. Close that tab and try again.')
  refreshPlanes()
}

/** A page that shows a link takes less than this from making its plane to running it. */
const SETTLING_MS = 60_000

/** Deletes the planes whose deletion was postponed, and those that waited for a link which nobody opened. */
export async function sweepPlanes(): Promise<void> {
  const made = PAGE_CLOCK.now() - SETTLING_MS
  for (const { id, doomed, unopened, madeAt } of readPlanes(localStorage)) {
    const leftover = doomed || (unopened !== undefined && madeAt < made)
    if (leftover && id !== currentPlane()) await removeStored(id)
  }
  refreshPlanes()
}
