/** What ownership needs of the browser's locks. */
export interface SiteLocks {
  request(name: string, options: LockOptions, held: () => Promise<never>): Promise<unknown>
  query(): Promise<LockManagerSnapshot>
}

/**
 * Whether the browser keeps anything for this page. It may refuse storage and locks to a page that is shown inside another
 * site's: in private windows, and wherever a person has blocked such storage.
 */
export const keepsStorage = (locks: Pick<SiteLocks, 'query'>): Promise<boolean> =>
  locks.query().then(
    () => true,
    () => false,
  )

/** The browser's locks; where they are refused nobody can share with this page, and each lock is had at once. */
export const siteLocks = (locks: SiteLocks, kept: Promise<boolean>): SiteLocks => ({
  request: async (name, options, held) => ((await kept) ? locks.request(name, options, held) : held()),
  query: async () => ((await kept) ? locks.query() : { held: [], pending: [] }),
})
