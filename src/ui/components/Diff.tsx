import { useMemo } from 'react'
import { diffLines, withContext } from './line-diff'

/** A line diff of two texts. `by` names the author of a changed line. */
export function Diff({
  before,
  after,
  label,
  by,
}: {
  readonly before: string
  readonly after: string
  readonly label: string
  readonly by?: (line: number, type: 'add' | 'del') => string | undefined
}) {
  const blocks = useMemo(() => withContext(diffLines(before, after)), [before, after])
  if (!blocks.some((block) => block.type === 'add' || block.type === 'del')) return <p className="o-dim">No changes.</p>
  return (
    <div className="o-diff" role="group" aria-label={label} tabIndex={0}>
      {blocks.map((block, i) =>
        block.type === 'gap' ? (
          <div key={i} className="gap">
            <span className="at">⋯</span>
            <span />
            <span>{block.count} unchanged</span>
          </div>
        ) : (
          <div key={i} className={block.type}>
            <span className="at">{block.at}</span>
            <span className="sign">
              {block.type === 'add' ? '+' : block.type === 'del' ? '−' : ''}
              {block.type !== 'same' && <span className="o-hidden">{block.type === 'add' ? 'added' : 'removed'}</span>}
            </span>
            <span>{block.text}</span>
            {block.type !== 'same' && <span className="by">{by?.(block.at, block.type)}</span>}
          </div>
        ),
      )}
    </div>
  )
}
