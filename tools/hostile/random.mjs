// Reproducible random numbers, and shrinking of cases.

/** Numbers from a seed (mulberry32), and random choices. */
export function randomOf(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n) => Math.floor(next() * n)
  const pick = (list) => list[below(list.length)]
  return {
    below,
    pick,
    chance: (share) => next() < share,
    /** Up to `most` different items, in random order. */
    some: (list, most) => {
      const rest = [...list]
      return Array.from({ length: Math.min(below(most + 1), rest.length) }, () => rest.splice(below(rest.length), 1)[0])
    },
  }
}

const MOST_TRIES = 24

/** Leaves out parts as long as the case still fails. Parts marked as `needed` stay. */
export async function smallest(parts, fails) {
  let small = parts
  let tries = 0
  for (let i = small.length - 1; i >= 0 && tries < MOST_TRIES; i--) {
    if (small[i].needed) continue
    tries++
    const fewer = small.filter((_, j) => j !== i)
    if (await fails(fewer)) small = fewer
  }
  return small
}
