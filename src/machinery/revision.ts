const LARGEST = 2n ** 64n - 1n

/**
 * The number that a resourceVersion stands for, zero where it says nothing. Clients pass versions back as they got them,
 * so this is for servers only. Undefined for a text that is no version.
 */
export function parseRevision(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 0
  if (!/^\d+$/.test(text) || BigInt(text) > LARGEST) return undefined
  return Number(text)
}
