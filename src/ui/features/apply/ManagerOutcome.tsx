import type { RefObject } from 'react'
import { ErrorMessage } from '../../components/States'
import { WarningText } from '../../components/lesson/Taught'
import { ConflictPanel } from './ConflictPanel'
import type { Conflict } from './conflicts'
import { claimsNothing } from './intents'
import { Withdraw } from './Withdraw'
import type { Lab, Manager, SendOutcome } from './lab'

/** The outcome of a manager's last request. */
export function ManagerOutcome({
  unreadable,
  manager,
  text,
  name,
  withdrawing,
  lab,
  setWithdrawing,
  card,
  outcome,
  open,
  apply,
}: {
  readonly unreadable: boolean
  readonly manager: Manager
  readonly text: string
  readonly name: string
  readonly withdrawing: boolean
  readonly lab: Lab
  readonly setWithdrawing: (next: boolean) => void
  readonly card: RefObject<HTMLElement | null>
  readonly outcome: SendOutcome | undefined
  readonly open: readonly Conflict[]
  readonly apply: (options?: { force?: boolean; dryRun?: boolean }) => void
}) {
  return (
    <div className="o-lab-outcome" aria-live="polite">
      {unreadable && (
        <p className="o-small o-tone o-tone-refused">This is not valid YAML yet. The editor marks the error.</p>
      )}
      {!unreadable && manager.owner && claimsNothing(text) && (
        <p className="o-small o-dim">This manifest is empty. Applying it releases every field {name} owns.</p>
      )}
      {withdrawing && (
        <Withdraw
          lab={lab}
          manager={manager}
          onDone={() => {
            setWithdrawing(false)
            card.current?.focus()
          }}
        />
      )}
      {outcome?.type === 'failed' && <ErrorMessage error={outcome.error} />}
      {outcome?.type === 'conflict' && (
        <ConflictPanel
          lab={lab}
          manager={manager}
          open={open}
          total={outcome.conflicts.length}
          dryRun={outcome.dryRun}
          onApply={apply}
        />
      )}
      {(outcome?.type === 'stored' || outcome?.type === 'preview') &&
        outcome.warnings.map((warning, i) => (
          <div key={i} className="o-small o-tone o-tone-changed">
            Warning: <WarningText text={warning} />
          </div>
        ))}
    </div>
  )
}
