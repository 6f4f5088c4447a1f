import { useMemo } from 'react'
import { DiffBlocks } from './DiffBlocks'
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
    <DiffBlocks
      blocks={blocks}
      label={label}
      by={by && (({ at, type }) => (type === 'same' ? undefined : by(at, type)))}
    />
  )
}
