import type { KeyboardEvent, RefObject } from 'react'
import { isServers } from '../../components/ownership/describe'
import type { OwnedLine } from '../../components/ownership/lines'
import { markClass } from '../../components/ownership/mark-class'
import type { Lab } from './lab'

function Row({
  id,
  text,
  line,
  previous,
  lab,
  selected,
  fresh,
  dimmed,
  onSelect,
}: {
  readonly id: string
  readonly text: string
  readonly line: OwnedLine | undefined
  readonly previous: OwnedLine | undefined
  readonly lab: Lab
  readonly selected: boolean
  readonly fresh: boolean
  readonly dimmed: boolean
  readonly onSelect: () => void
}) {
  const names = (line?.owners ?? []).map(({ name }) => name)
  const label = names.join(', ')
  const repeated = label === (previous?.owners ?? []).map(({ name }) => name).join(', ')
  const drawn = markClass(names.flatMap((name) => lab.marks.get(name) ?? []))
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={`o-lab-line ${drawn && `${drawn.replace(/o-own-(?:solid|dashed|double|dotted|ridge|groove)/, '')} o-own-tint`}`}
      data-dimmed={dimmed || undefined}
      data-owners={label}
      onMouseDown={onSelect}
    >
      <span className={`o-lab-strip ${drawn}`} aria-hidden="true" />
      <span className="o-lab-fresh">{fresh && <abbr title="changed">●</abbr>}</span>
      <span className="o-lab-text">{text}</span>
      <span className={repeated ? 'o-lab-who repeated' : 'o-lab-who'}>
        {label || <span className="o-hidden">no owner</span>}
      </span>
    </div>
  )
}

/** The object's lines with the marks of their owners. */
export function ObjectLines({
  list,
  id,
  here,
  onKey,
  rows,
  lines,
  lab,
  fresh,
  only,
  setCursor,
}: {
  readonly list: RefObject<HTMLDivElement | null>
  readonly id: string
  readonly here: number
  readonly onKey: (event: KeyboardEvent) => void
  readonly rows: string[]
  readonly lines: ReadonlyMap<number, OwnedLine>
  readonly lab: Lab
  readonly fresh: ReadonlySet<number>
  readonly only: string | undefined
  readonly setCursor: (next: number) => void
}) {
  return (
    <div
      ref={list}
      id="lab-object"
      className="o-lab-lines"
      role="listbox"
      aria-label="Object, line by line"
      tabIndex={0}
      aria-activedescendant={`${id}-${here}`}
      onKeyDown={onKey}
    >
      {rows.map((row, i) => (
        <Row
          key={i}
          id={`${id}-${i + 1}`}
          text={row}
          line={lines.get(i + 1)}
          previous={lines.get(i)}
          lab={lab}
          selected={here === i + 1}
          fresh={fresh.has(i + 1) && !lines.get(i + 1)?.fields.every(isServers)}
          dimmed={only !== undefined && !lines.get(i + 1)?.owners.some(({ name }) => name === only)}
          onSelect={() => setCursor(i + 1)}
        />
      ))}
    </div>
  )
}
