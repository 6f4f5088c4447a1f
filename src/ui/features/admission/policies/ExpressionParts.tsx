import { useId, useMemo, useState } from 'react'
import type { BenchExpression } from '../../../../api/policies/bench-notes'
import { type Stretch, stretchesOf } from './expression-tree'
import { partAfter, walkedParts } from './walk-parts'

/** An expression that shows the value of the part under the pointer, or of the part selected with the arrow keys. */
export function ExpressionParts({ one: { field, expression, parts } }: { readonly one: BenchExpression }) {
  const stretches = useMemo(() => stretchesOf(expression, parts), [expression, parts])
  const walked = useMemo(() => walkedParts(stretches), [stretches])
  const [at, setAt] = useState<number>()
  const about = useId()
  const chosen = at === undefined ? undefined : walked[at]?.part
  const source = (
    <code>
      {stretches.map((stretch, i) => (
        <Shown
          key={i}
          stretch={stretch}
          chosen={chosen}
          onPoint={(part) => setAt(walked.findIndex((w) => w.part === part))}
        />
      ))}
    </code>
  )
  if (walked.length === 0) return <pre className="o-pol-source">{source}</pre>
  return (
    <>
      <pre
        className="o-pol-source o-pol-walk"
        role="application"
        tabIndex={0}
        aria-label={`${field}: ${expression}`}
        aria-roledescription="expression"
        aria-describedby={about}
        onFocus={() => setAt((known) => known ?? 0)}
        onKeyDown={(event) => {
          const next = partAfter(walked, at ?? 0, event.key)
          if (next === undefined) return
          event.preventDefault()
          event.stopPropagation()
          setAt(next)
        }}
      >
        {source}
      </pre>
      <p id={about} className="o-tiny o-dim o-pol-value o-break" role="status">
        {chosen ? (
          <>
            <code>{expression.slice(chosen.start, chosen.end)}</code> = <code className="value">{chosen.value}</code>
            {chosen.times > 1 && <> (last of {chosen.times})</>}
          </>
        ) : (
          'Arrow keys and the pointer show the value of each part.'
        )}
      </p>
    </>
  )
}

/** A part of an expression, selected when the pointer enters it. */
function Shown({
  stretch: { text, part, inner },
  chosen,
  onPoint,
}: {
  readonly stretch: Stretch
  readonly chosen: Stretch['part']
  readonly onPoint: (part: NonNullable<Stretch['part']>) => void
}) {
  if (!part) return <>{text}</>
  const marks = `${part.value === 'false' ? 'is-false' : ''} ${part === chosen ? 'is-chosen' : ''}`
  return (
    <span
      className={`o-pol-part ${marks}`}
      onPointerOver={(event) => {
        event.stopPropagation()
        onPoint(part)
      }}
    >
      {inner.length > 0
        ? inner.map((one, i) => <Shown key={i} stretch={one} chosen={chosen} onPoint={onPoint} />)
        : text}
    </span>
  )
}
