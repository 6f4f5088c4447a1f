/** Lists of completion indexes: `0,2-4`, ascending and non-overlapping. */

/** An invalid interval; the message is used in responses. */
class IndexFault extends Error {}

function indexOf(text: string, completions: number): number {
  if (!/^[+-]?\d+$/.test(text)) throw new IndexFault(`cannot convert string to integer for index: "${text}"`)
  const index = Number(text)
  if (index >= completions) throw new IndexFault(`too large index: "${text}"`)
  return index
}

function intervalOf(text: string, completions: number): readonly [first: number, last: number] {
  const [first = '', last, ...more] = text.split('-')
  if (more.length > 0)
    throw new IndexFault(
      `the fragment "${text}" violates the requirement that an index interval can have at most two parts separated by '-'`,
    )
  const from = indexOf(first, completions)
  if (last === undefined) return [from, from]
  const to = indexOf(last, completions)
  if (from >= to) throw new IndexFault(`non-increasing order, previous: ${from}, current: ${to}`)
  return [from, to]
}

/** The first index that two valid lists share. */
export function sharedIndex(one: string, other: string): number | undefined {
  const intervals = (text: string) =>
    text
      .split(',')
      .filter(Boolean)
      .map((part) => intervalOf(part, Infinity))
  for (const [first, last] of intervals(one))
    for (const [from, to] of intervals(other)) if (first <= to && from <= last) return Math.max(first, from)
  return undefined
}

/** Number of indexes in a list, or why it is invalid (resource API, "Jobs"). */
export function countIndexes(text: string, completions: number): { readonly total: number; readonly fault?: string } {
  if (text === '') return { total: 0 }
  let total = 0
  let previous = -1
  try {
    for (const part of text.split(',')) {
      const [first, last] = intervalOf(part, completions)
      if (previous >= first) throw new IndexFault(`non-increasing order, previous: ${previous}, current: ${first}`)
      total += last - first + 1
      previous = last
    }
  } catch (error) {
    if (!(error instanceof IndexFault)) throw error
    return { total: 0, fault: error.message }
  }
  return { total }
}

/** Parses a list of indexes such as `0,2-4`. */
export function readIndexes(text = ''): number[] {
  return text
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    })
}

/** Formats a list of indexes: `0,2-4` for 0, 2, 3 and 4, but `0,1` for two consecutive ones. */
export function writeIndexes(indexes: readonly number[]): string {
  const parts: string[] = []
  for (let i = 0; i < indexes.length;) {
    let end = i
    while (indexes[end + 1] === (indexes[end] ?? 0) + 1) end++
    const [first = 0, last = 0] = [indexes[i], indexes[end]]
    parts.push(end === i ? `${first}` : end === i + 1 ? `${first},${last}` : `${first}-${last}`)
    i = end + 1
  }
  return parts.join(',')
}
