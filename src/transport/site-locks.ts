/** The part of the browser's locks that ownership needs. */
export interface SiteLocks {
  request(name: string, options: LockOptions, held: () => Promise<never>): Promise<unknown>
  query(): Promise<LockManagerSnapshot>
}

/**
 * Whether the browser stores anything for this page. It may refuse storage and locks to a page embedded in another site: in private
 * windows, and if the user has blocked such storage.
 */
export const keepsStorage = (locks: Pick<SiteLocks, 'query'>): Promise<boolean> =>
  locks.query().then(
    () => true,
    () => false,
  )

/** The browser's locks. If the browser refuses them, no other page shares this one's storage, so each lock is granted at once. */
export const siteLocks = (locks: SiteLocks, kept: Promise<boolean>): SiteLocks => ({
  request: async (name, options, held) => ((await kept) ? locks.request(name, options, held) : held()),
  query: async () => ((await kept) ? locks.query() : { held: [], pending: [] }),
})
