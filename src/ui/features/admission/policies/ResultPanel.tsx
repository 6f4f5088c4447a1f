import { BENCH_LIMITS, isMutating } from '../../../../api/policies/bench'
import type { BenchExpression } from '../../../../api/policies/bench-notes'
import { Diff } from '../../../components/Diff'
import { toYaml } from '../../../components/editor/documents'
import { Panel } from '../../../components/Panel'
import { Empty } from '../../../components/States'
import { type Tone, Verdict } from '../../../components/Verdict'
import { ExpressionParts } from './ExpressionParts'
import { PartsTable } from './PartsTable'
import { firstLine, policyKind } from './policy-texts'
import type { Bench } from './use-bench'

const toneOf = ({ passes, after }: NonNullable<Bench['answer']>): Tone =>
  !passes ? 'refused' : after === undefined ? 'allowed' : 'changed'

/** The policy's result for the request, its changes, and the value of every part of its expressions. */
export function ResultPanel({ bench: { run, answer, asked, spec, name } }: { readonly bench: Bench }) {
  if (!run || !answer || spec.problem !== undefined || asked.problem !== undefined)
    return (
      <Panel title="Result">
        <Empty title="No result" icon="admission">
          Fix the policy and the request first.
        </Empty>
      </Panel>
    )
  return (
    <Panel title="Result" actions={<Verdict tone={toneOf(answer)}>{answer.passes ? answer.said : 'refused'}</Verdict>}>
      <div className="o-panel-body o-stack" aria-live="polite">
        {!answer.passes && (
          <p className="o-adm-message o-break">
            {policyKind(spec.value)} '{name}' denied request: <strong>{firstLine(answer.said)}</strong>
          </p>
        )}
        {run.skipped !== undefined && (
          <p className="o-adm-message o-small o-break">The policy does not apply: {run.skipped}.</p>
        )}
        {run.annotations.map(({ key, value }) =>
          value === undefined ? null : (
            <p key={key} className="o-adm-message o-small o-break">
              Audit annotation <code>{key}</code>: {value}
            </p>
          ),
        )}
        {isMutating(spec.value) && answer.passes && (
          <Diff
            label="Changes of the object"
            before={toYaml(asked.value.object)}
            after={toYaml(answer.after ?? asked.value.object)}
          />
        )}
        <Cost label="All expressions" cost={run.cost} limit={BENCH_LIMITS.policy} />
      </div>
      <ul className="o-pol-expressions" aria-label="Expressions">
        {run.expressions.map((one) => (
          <li key={one.field}>
            <Expression one={one} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Cost({ label, cost, limit }: { readonly label: string; readonly cost: number; readonly limit: number }) {
  const text = `cost ${cost.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  return (
    <div className="o-row o-pol-cost o-tiny o-dim">
      <meter aria-label={`${label}: ${text}`} min={0} max={limit} high={limit / 2} value={cost} />
      <span className="o-num">{text}</span>
    </div>
  )
}

function Expression({ one }: { readonly one: BenchExpression }) {
  const { field, problem, warning, hints = [], cost } = one
  return (
    <div className="o-stack o-pol-expression">
      <div className="o-tiny o-dim o-break">{field}</div>
      <ExpressionParts key={one.expression} one={one} />
      {problem !== undefined && (
        <pre className="o-pol-problem o-tone o-tone-refused" role="alert">
          {problem}
        </pre>
      )}
      {warning !== undefined && (
        <pre className="o-pol-problem o-tone o-tone-changed" role="note" aria-label="Type check" tabIndex={0}>
          {warning}
        </pre>
      )}
      {hints.map((hint, i) => (
        <p key={i} className="o-adm-message o-small">
          Hint: {hint}
        </p>
      ))}
      <Cost label={field} cost={cost} limit={BENCH_LIMITS.expression} />
      <PartsTable one={one} />
    </div>
  )
}
