const LARGEST = 2n ** 64n - 1n

/** Parses a resourceVersion; zero if it is empty, undefined if invalid. Only for servers: clients treat versions as opaque. */
export function parseRevision(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 0
  if (!/^\d+$/.test(text) || BigInt(text) > LARGEST) return undefined
  return Number(text)
}
