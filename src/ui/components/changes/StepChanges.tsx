import { useMemo, useState } from 'react'
import { DiffBlocks } from '../DiffBlocks'
import { withContext } from '../line-diff'
import { type BlamedLine, blamedLines } from './blame'
import type { ObjectSteps } from './object-steps'
import './step-changes.css'

interface Total {
  readonly by: string
  readonly added: number
  readonly removed: number
}

/** How many lines each step changed, in the order of the steps. */
function totals(lines: readonly BlamedLine[], { steps }: ObjectSteps): Total[] {
  const names = [...new Set(steps.map(({ by }) => by))]
  const count = (by: string, type: 'add' | 'del') => lines.filter((line) => line.type === type && line.by === by).length
  return names.map((by) => ({
    by,
    added: count(by, 'add') + lines.filter(({ addedBy }) => addedBy === by).length,
    removed: count(by, 'del'),
  }))
}

const byText = ({ by = '', addedBy }: BlamedLine): string => (addedBy === undefined ? by : `${by}, added by ${addedBy}`)

/** All that the steps of a request changed in its object, in one diff: every changed line with its step. */
export function StepChanges({ changes }: { readonly changes: ObjectSteps }) {
  const lines = useMemo(() => blamedLines(changes.start, changes.steps), [changes])
  const blocks = useMemo(() => withContext(lines), [lines])
  const sums = useMemo(() => totals(lines, changes), [lines, changes])
  const [chosen, setChosen] = useState<string>()
  if (sums.length === 0) return <p className="o-dim o-flush">No step changed the object.</p>
  return (
    <div className="o-stack">
      <div className="o-row wrap" role="group" aria-label="Steps that changed the object">
        {sums.map(({ by, added, removed }) => (
          <button
            key={by}
            type="button"
            className="o-chip o-clickable"
            aria-pressed={by === chosen}
            onClick={() => setChosen(by === chosen ? undefined : by)}
          >
            {by}{' '}
            <span className="o-num o-dim">
              {added > 0 && `+${added}`} {removed > 0 && `−${removed}`}
            </span>
          </button>
        ))}
      </div>
      <DiffBlocks
        className="o-step-changes"
        blocks={blocks}
        label="Changes by step"
        by={byText}
        lit={({ by, addedBy }) => chosen === undefined || by === chosen || addedBy === chosen}
      />
    </div>
  )
}
