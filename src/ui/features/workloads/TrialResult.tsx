import { stringify } from 'yaml'
import type { StageTrial } from '../../../machinery/life-engines'
import { Verdict } from '../../components/Verdict'

/** A stage's effect on an object, condition by condition. */
export function TrialResult({ trial }: { readonly trial: StageTrial }) {
  const { fits, conditions, rivals, share, event, status } = trial
  return (
    <div className="o-stack" role="status" aria-label="Result of the trial">
      <div className="o-row wrap">
        <Verdict tone={fits ? 'allowed' : 'none'}>
          {fits ? 'The stage matches now' : 'The stage does not match now'}
        </Verdict>
        {fits && rivals.length > 0 && (
          <span className="o-small o-dim">
            chosen for {Math.round(share * 100)} % of such objects; {rivals.join(', ')} would match as well
          </span>
        )}
      </div>
      <ul className="o-wl-list" aria-label="Conditions">
        {conditions.map(({ text, holds }) => (
          <li key={text} className="o-row">
            <Verdict tone={holds ? 'allowed' : 'refused'}>{holds ? 'holds' : 'fails'}</Verdict>
            <span className="o-mono o-small o-break">{text}</span>
          </li>
        ))}
      </ul>
      {event && (
        <p className="o-flush o-small o-break">
          Event {event.type} <strong>{event.reason}</strong>: {event.message}
        </p>
      )}
      {status && <pre className="o-mono o-small o-wl-status">{stringify({ status })}</pre>}
      {trial.emptiesFinalizers && <p className="o-flush o-small">Removes all finalizers.</p>}
      {trial.deletes && <p className="o-flush o-small">Deletes the object.</p>}
    </div>
  )
}
