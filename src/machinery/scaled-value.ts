/** A number, or a percentage of `whole` rounded up or down. Anything else that validation let through counts as 0. */
export function scaledValue(value: number | string | undefined, whole: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value
  const percent = /^([0-9]+)%$/.exec(value ?? '')?.[1]
  if (percent === undefined) return 0
  const exact = (Number(percent) * whole) / 100
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact)
}
