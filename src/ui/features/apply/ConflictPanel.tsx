import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { BreakablePath } from '../../components/BreakablePath'
import { BreakableValue } from '../../components/BreakableValue'
import { OwnerName } from '../../components/ownership/OwnerName'
import { type Conflict, shownValue } from './conflicts'
import { isKnown, textFor, type WayOut } from './ways'
import { WaysTable } from './WaysTable'
import type { Lab, Manager } from './lab'

/** Element id of the conflict panel of a manager. */
export const waysId = (manager: string): string => `lab-ways-${manager}`

/** The conflicting fields, both values, and the three ways to resolve them ("Field-ownership apply" 5). */
export function ConflictPanel({
  lab,
  manager,
  open,
  total,
  dryRun,
  onApply,
}: {
  readonly lab: Lab
  readonly manager: Manager
  /** Conflicts that the manifest has not settled yet. */
  readonly open: readonly Conflict[]
  readonly total: number
  readonly dryRun: boolean
  readonly onApply: (options?: { force?: boolean }) => void
}) {
  const { name, text } = manager
  const rewrite = (next: string): void => lab.setText(name, next)
  const settle = (way: WayOut, conflicts: readonly Conflict[]): void =>
    rewrite(textFor(way, text, conflicts, lab.structure))
  const choose = (way: WayOut): void => (way === 'force' ? onApply({ force: true }) : settle(way, open))
  const settled = total - open.length
  const panel = useRef<HTMLDivElement>(null)
  // The manifest above may fill the screen, so scroll to the conflict.
  useEffect(() => {
    // Not returned: some browsers return a promise here, which React would take for a clean-up function.
    void panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (open.length === 0)
    return (
      <div ref={panel} className="o-lab-conflict resolved" role="group" aria-label="Conflicts">
        <p>
          {total === 1 ? 'The conflict is' : `All ${total} conflicts are`} resolved in the manifest.{' '}
          {dryRun ? 'Apply it or run the dry run again.' : 'Apply it again.'}
        </p>
        <div className="o-row">
          <Button autoFocus onClick={() => onApply()}>
            Apply again
          </Button>
        </div>
      </div>
    )
  const several = open.length > 1
  return (
    <div ref={panel} id={waysId(name)} className="o-lab-conflict" role="group" aria-label="Conflicts">
      <p role="alert">
        <strong>Conflict: {several ? `${open.length} fields are` : '1 field is'} owned by another manager.</strong>{' '}
        {dryRun ? 'The apply would fail. ' : 'Nothing was applied. '}
        {settled > 0 ? `${settled} already resolved. ` : ''}Choose how to resolve {several ? 'them' : 'it'}:
      </p>
      <ul className="o-lab-fields" aria-label="Conflicting fields">
        {open.map((conflict) => (
          <li key={conflict.field}>
            <div className="o-mono o-break">
              <BreakablePath path={conflict.field} />
            </div>
            <dl>
              <dt>{name} wants</dt>
              <dd>
                <BreakableValue text={shownValue(conflict.mine)} />
              </dd>
              <dt>current</dt>
              <dd>
                <BreakableValue text={shownValue(conflict.live)} />
              </dd>
              <dt>owned by</dt>
              <dd className="o-row wrap">
                {conflict.owners.map((owner) => (
                  <OwnerName key={owner} name={owner} mark={lab.marks.get(owner)} />
                ))}
              </dd>
            </dl>
            {several && isKnown(conflict) && (
              <div className="o-row wrap">
                <button type="button" className="o-link o-small" onClick={() => settle('remove', [conflict])}>
                  Remove this field<span className="o-hidden"> {conflict.field}</span>
                </button>
                <button type="button" className="o-link o-small" onClick={() => settle('agree', [conflict])}>
                  Use its live value<span className="o-hidden"> for {conflict.field}</span>
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <WaysTable lab={lab} manager={manager} open={open} onChoose={choose} />
      {open.some((conflict) => !isKnown(conflict)) && (
        <p className="o-small o-dim">
          A listed field that is not in this manifest belongs to another API version, or its owner has released it.
          Apply again, or force.
        </p>
      )}
    </div>
  )
}
