import type { CSSProperties } from 'react'

/**
 * Sizes, places and colours that only the program knows, as custom properties: `measures({ width: 40 })` sets `--width: 40px`.
 * A class reads them (`o-own-width` and its like in utilities.css). Numbers are pixels; anything else is given as text.
 */
export const measures = (values: Readonly<Record<string, string | number>>): CSSProperties =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`--${name}`, typeof value === 'number' ? `${value}px` : value]),
  )
