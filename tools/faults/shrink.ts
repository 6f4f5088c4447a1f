/**
 * A shorter list that still fails: leaves out halves first, then smaller and smaller parts, as long as `fails` is true for the rest. Calls
 * it at most `tries` times.
 */
export async function shrinkList<T>(
  list: readonly T[],
  fails: (shorter: readonly T[]) => Promise<boolean>,
  tries = Infinity,
): Promise<readonly T[]> {
  let small = list
  let left = tries
  for (let part = Math.ceil(small.length / 2); part > 0 && left > 0; part = part === 1 ? 0 : Math.ceil(part / 2)) {
    for (let at = 0; at < small.length && small.length > 1 && left > 0;) {
      const shorter = [...small.slice(0, at), ...small.slice(at + part)]
      left--
      if (shorter.length > 0 && (await fails(shorter))) small = shorter
      else at += part
    }
  }
  return small
}
