import type { NumberedMark } from './marks'
import { markClass } from './mark-class'
import './ownership.css'

/** An owner's mark and name, always shown together. */
export function OwnerName({ name, mark }: { readonly name: string; readonly mark: NumberedMark | undefined }) {
  return (
    <span className="o-owner">
      <span className={`o-owner-swatch ${markClass(mark ? [mark] : [])}`} aria-hidden="true" />
      <span className="o-break">{name}</span>
    </span>
  )
}
