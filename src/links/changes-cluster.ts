import { SAFE_METHODS } from '../machinery/safe-methods'

/** Reviews have no side effects. */
const REVIEW = /\/(?:[a-z]*accessreviews|selfsubjectreviews|selfsubjectrulesreviews|tokenreviews)$/

/** Whether a request may store something on behalf of a user. */
export function changesCluster(request: Pick<Request, 'method' | 'url'>): boolean {
  if (SAFE_METHODS.has(request.method)) return false
  const url = new URL(request.url)
  return !REVIEW.test(url.pathname) && !url.searchParams.getAll('dryRun').includes('All')
}
