import { Fragment } from 'react'
import { OwnerName } from '../../components/ownership/OwnerName'
import { markClass } from '../../components/ownership/mark-class'
import type { FieldChange } from '../../components/ownership/history'
import { shownValue } from './conflicts'
import type { Lab } from './lab'

const SHOWN = 40

/** The fields changed by a version, with values and owners before and after. */
export function FieldChanges({
  lab,
  changes,
  none,
}: {
  readonly lab: Lab
  readonly changes: readonly FieldChange[]
  readonly none: string
}) {
  if (changes.length === 0) return <p className="o-dim o-small">{none}</p>
  return (
    <ul className="o-lab-changes">
      {changes.slice(0, SHOWN).map((change) => (
        <Moved key={change.field} lab={lab} change={change} />
      ))}
      {changes.length > SHOWN && <li className="o-dim">and {changes.length - SHOWN} more</li>}
    </ul>
  )
}

/** Owners of a field in one version; empty if they are the same as before. */
export function OwnersCell({
  lab,
  names,
  same,
}: {
  readonly lab: Lab
  readonly names: readonly string[]
  readonly same: boolean
}) {
  const drawn = markClass(names.flatMap((name) => lab.marks.get(name) ?? []))
  return (
    <td className={drawn && `${drawn} o-own-tint`}>
      {names.length === 0 ? (
        <span className="o-faint">
          –<span className="o-hidden"> no owner</span>
        </span>
      ) : same ? (
        <span className="o-faint">
          ·<span className="o-hidden"> {names.join(', ')}</span>
        </span>
      ) : (
        <span className="o-owner">
          <span className={`o-owner-swatch ${drawn}`} aria-hidden="true" />
          <span>{names.join(', ')}</span>
        </span>
      )}
    </td>
  )
}

/** A field path that wraps only before its steps. */
export function FieldText({ field }: { readonly field: string }) {
  return field.split(/(?=\.[a-zA-Z])|(?=\[)/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

function Moved({ lab, change }: { readonly lab: Lab; readonly change: FieldChange }) {
  const { field, from, to, value, gained, lost } = change
  return (
    <li>
      <span className="o-mono o-break">{field}</span>
      {value && (
        <span className="o-mono o-lab-values">
          {' '}
          <del>{shownValue(value.before)}</del> → <ins>{shownValue(value.after)}</ins>
        </span>
      )}
      {gained.length + lost.length > 0 && (
        <span className="o-row wrap o-lab-moved">
          <Owners lab={lab} names={from} /> <span aria-label="then">→</span> <Owners lab={lab} names={to} />
        </span>
      )}
    </li>
  )
}

function Owners({ lab, names }: { readonly lab: Lab; readonly names: readonly string[] }) {
  if (names.length === 0) return <span className="o-dim">no owner</span>
  return names.map((name) => <OwnerName key={name} name={name} mark={lab.marks.get(name)} />)
}
