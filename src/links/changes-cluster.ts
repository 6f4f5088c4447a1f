/** Methods and requests without side effects: reads, reviews and dry runs. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const REVIEW = /\/(?:[a-z]*accessreviews|selfsubjectreviews|selfsubjectrulesreviews|tokenreviews)$/

/** Whether a request may store something on behalf of a user. */
export function changesCluster(request: Pick<Request, 'method' | 'url'>): boolean {
  if (READS.has(request.method)) return false
  const url = new URL(request.url)
  return !REVIEW.test(url.pathname) && !url.searchParams.getAll('dryRun').includes('All')
}
