/** Compares by code point, as Go and UTF-8 sort; the default order by UTF-16 unit differs above U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Surrogates stand for the highest code points. */
const rank = (unit: number): number => ((unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit)
