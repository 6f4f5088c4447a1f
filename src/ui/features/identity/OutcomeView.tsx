import { ErrorMessage } from '../../components/States'
import { milliseconds } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { StageList } from '../../components/StageList'
import { ErrorHelp } from '../../components/refusal/ErrorHelp'
import { messageOfBody } from './comparable'
import type { RequestOutcome } from './request-outcome'

/** The answer to one of two compared requests, and the stage that decided it. */
export function OutcomeView({
  outcome: { who, answer, trace, error },
  side,
}: {
  readonly outcome: RequestOutcome
  readonly side: string
}) {
  return (
    <section className="o-panel" aria-label={`As ${who}, ${side}`}>
      <header>
        <h2 className="o-break">{who}</h2>
        {answer && <Verdict tone={statusTone(answer.status)}>{`${answer.status} ${answer.statusText}`}</Verdict>}
        <span className="o-grow" />
        {answer && <span className="o-dim o-small o-num">{milliseconds(answer.headMs)}</span>}
      </header>
      <div className="o-panel-body o-stack">
        {error !== undefined && <ErrorMessage error={error} />}
        {answer && messageOfBody(answer.text) && <p className="o-break o-flush">{messageOfBody(answer.text)}</p>}
        {answer?.status === 403 && <ErrorHelp message={messageOfBody(answer.text) ?? ''} />}
        {trace ? (
          <StageList steps={trace.steps} total={trace.durationMs} />
        ) : (
          answer && <p className="o-dim">No trace was recorded for this request.</p>
        )}
      </div>
    </section>
  )
}
