import type { LineRequest } from '../../state/orchctl-line'
import type { TextTable } from './table-text'

/** Exportable content; each part is computed on demand. */
export interface Exportable {
  /** File name without extension. */
  readonly file: string
  readonly table?: (() => TextTable) | undefined
  /** The text of an SVG file. */
  readonly picture?: (() => string | Promise<string>) | undefined
  readonly request?: (LineRequest & { readonly headers?: readonly (readonly [string, string])[] }) | undefined
}
