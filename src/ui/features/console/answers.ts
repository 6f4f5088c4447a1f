import { create } from 'zustand'
import type { Answer } from '../../queries/send'
import type { HistoryEntry } from '../../state/preferences'

/** A request that was sent from the console, and its complete answer. */
export interface Exchange {
  readonly entry: HistoryEntry
  readonly answer: Answer
}

/** Answers are kept until the page is left: there may be secrets in them. */
const LIMIT = 60
/** Characters of all kept bodies together; the oldest answers are dropped first. */
const LARGEST = 20_000_000

interface Exchanges {
  /** Newest first. */
  readonly exchanges: readonly Exchange[]
  readonly keep: (exchange: Exchange) => void
  readonly forget: () => void
}

/** The exchanges with one more, within the limits; the newest is always kept. */
export function withExchange(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  let room = LARGEST
  return [exchange, ...exchanges].slice(0, LIMIT).filter(({ answer }, i) => {
    room -= answer.text.length
    return i === 0 || room >= 0
  })
}

/** The console's answers since the page was opened. */
export const useExchanges = create<Exchanges>()((set) => ({
  exchanges: [],
  keep: (exchange) => set(({ exchanges }) => ({ exchanges: withExchange(exchanges, exchange) })),
  forget: () => set({ exchanges: [] }),
}))

const requestKey = ({ method, path, headers = '', body = '' }: HistoryEntry): string =>
  JSON.stringify([method, path, headers, body])

/** The answer to compare with: that of the last equal request before, whoever sent it; otherwise the one before. */
export function previousOf(exchanges: readonly Exchange[], of: Exchange): Exchange | undefined {
  const earlier = exchanges.slice(exchanges.indexOf(of) + 1)
  return earlier.find(({ entry }) => requestKey(entry) === requestKey(of.entry)) ?? earlier[0]
}
