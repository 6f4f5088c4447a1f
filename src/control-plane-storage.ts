import type { Clock } from './machinery/clock'
import { createSystemClock } from './machinery/system-clock'
import { openAhead } from './storage/ahead'
import { browserStorage } from './storage/browser'
import type { StorageProvider } from './storage/provider'
import { databasesOf } from './transport/page-protocol'
import type { Ownership } from './transport/site-owner'

const system = createSystemClock()

/** The browser's storage for the site, while this worker owns it. What the start needs is read at once. */
export const keptStorage = (clock: Clock, site: string, { stillOwner, lost }: Ownership): StorageProvider =>
  openAhead(
    browserStorage({
      clock,
      machine: system,
      databases: databasesOf(site),
      stillOwner,
      files: async () => {
        const { originFiles } = await import('./store/files/origin-files')
        return originFiles(site, navigator.storage, system)
      },
      pause: yieldToRequests,
      onSuperseded: lost,
      report: (error) => console.warn(error),
    }),
  )

/** Lets waiting requests go first. Not every browser has task priorities; a timer also lets pending messages go first. */
export const yieldToRequests = (): Promise<void> =>
  'scheduler' in self
    ? scheduler.postTask(() => undefined, { priority: 'background' })
    : new Promise((resolve) => void system.setTimer(0, resolve))
