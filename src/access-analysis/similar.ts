/** Whether two names are so similar that one may be meant for the other. */

/** The edit distance (insertions, deletions, substitutions); `most + 1` if it is more than `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++)
      row.push(
        Math.min(
          (previous[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    if (Math.min(...row) > most) return most + 1
    previous = row
  }
  return previous[b.length] ?? 0
}

/** Whether two different names are the same except for case, a plural or, in longer names, up to two letters. */
export function alike(a: string, b: string): boolean {
  if (a === b || a === '' || b === '') return false
  const [left, right] = [a.toLowerCase(), b.toLowerCase()]
  if (left === right) return true
  const most = Math.min(left.length, right.length) > 6 ? 2 : Math.min(left.length, right.length) > 3 ? 1 : 0
  return most > 0 && editDistance(left, right, most) <= most
}
