import type { LineRequest } from '../../state/orchctl-line'
import type { TextTable } from './table-text'

/** What can be taken along; each part is made when it is asked for. */
export interface Takeable {
  /** Name of the files, without an ending. */
  readonly file: string
  readonly table?: (() => TextTable) | undefined
  /** An SVG file's text. */
  readonly picture?: (() => string | Promise<string>) | undefined
  readonly request?: (LineRequest & { readonly headers?: readonly (readonly [string, string])[] }) | undefined
}
