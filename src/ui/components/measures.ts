import type { CSSProperties } from 'react'

/**
 * Computed sizes, positions and colours as custom properties: `measures({ width: 40 })` sets `--width: 40px`. Classes such as
 * `o-own-width` in utilities.css read them. Numbers are pixels; anything else is passed as text.
 */
export const measures = (values: Readonly<Record<string, string | number>>): CSSProperties =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`--${name}`, typeof value === 'number' ? `${value}px` : value]),
  )
