import { type RefObject, useId, useRef } from 'react'
import { lineRange } from './line-range'
import './marked-lines.css'
import { measures } from './measures'

/** A problem of one line, counted from 1. */
export interface LineMark {
  readonly line: number
  readonly message: string
}

/** Selects a line of a text field, for example one with a problem. */
export function selectLine(field: RefObject<HTMLTextAreaElement | null>, line: number): void {
  const area = field.current
  if (!area) return
  const [from, to] = lineRange(area.value, line)
  area.focus()
  area.setSelectionRange(from, to)
}

/**
 * A field for a text of lines, with line numbers. Lines with problems are marked, and the problems are listed below. It is a plain text field:
 * typing, undo and spelling aids are the browser's.
 */
export function MarkedLines({
  label,
  description,
  placeholder,
  value,
  onChange,
  marks,
  rows: [least, most],
  listed = true,
  field,
}: {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly marks: readonly LineMark[]
  /** The smallest and largest number of visible rows. */
  readonly rows: readonly [number, number]
  /** Whether the problems are listed below; the caller may show them itself. */
  readonly listed?: boolean
  readonly field?: RefObject<HTMLTextAreaElement | null>
}) {
  const id = useId()
  const own = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const area = field ?? own
  const lines = value.split('\n').length
  const marked = new Set(marks.map(({ line }) => line))
  return (
    <div className="o-marked-lines">
      <label className="mantine-InputWrapper-label" htmlFor={id}>
        {label}
      </label>
      {description && (
        <p id={`${id}-about`} className="o-tiny o-dim o-flush">
          {description}
        </p>
      )}
      <div className={`box ${marks.length > 0 ? 'wrong' : ''}`} ref={box}>
        <div className="numbers" aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => (
            <span key={i} className={marked.has(i + 1) ? 'marked' : ''}>
              {i + 1}
            </span>
          ))}
        </div>
        <textarea
          id={id}
          ref={area}
          rows={Math.min(Math.max(lines, least), most)}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
          onScroll={(event) => box.current?.style.setProperty('--scrolled', `${-event.currentTarget.scrollTop}px`)}
          style={measures({ digits: `${String(lines).length}ch` })}
          aria-invalid={marks.length > 0}
          aria-describedby={[description && `${id}-about`, listed && marks.length > 0 && `${id}-problems`]
            .filter(Boolean)
            .join(' ')}
          wrap="off"
          spellCheck={false}
          data-typing
        />
      </div>
      {listed && marks.length > 0 && (
        <ul id={`${id}-problems`} className="o-plain o-small" aria-label={`Problems of ${label}`}>
          {marks.map(({ line, message }, i) => (
            <li key={i} className="o-tone-refused o-break">
              <button type="button" className="o-link" onClick={() => selectLine(area, line)}>
                Line {line}
              </button>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
