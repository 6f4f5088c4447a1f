import { BENCH_LIMITS, type BenchExpression } from '../../../../api/policies/bench'
import { Empty } from '../../../components/States'
import { Verdict } from '../../../components/Verdict'
import { Panel } from '../../../components/Panel'
import { type Stretch, stretchesOf } from './expression-tree'
import type { Bench } from './use-bench'

const passes = (verdict: string): boolean => verdict === 'allowed' || verdict === 'not for this request'

/** What the policy says to the request, and the value of every part of its expressions. */
export function ResultPanel({ bench: { run, verdict, example } }: { readonly bench: Bench }) {
  if (!run || verdict === undefined)
    return (
      <Panel title="Result">
        <Empty title="No result" icon="admission">
          The policy and the request must be readable first.
        </Empty>
      </Panel>
    )
  return (
    <Panel
      title="Result"
      actions={
        <Verdict tone={passes(verdict) ? 'allowed' : 'refused'}>{passes(verdict) ? verdict : 'refused'}</Verdict>
      }
    >
      <div className="o-panel-body o-stack" aria-live="polite">
        {!passes(verdict) && (
          <p className="o-adm-message o-break">
            ValidatingAdmissionPolicy '{example.id}' denied request: <strong>{verdict}</strong>
          </p>
        )}
        {run.annotations.map(({ key, value }) =>
          value === undefined ? null : (
            <p key={key} className="o-adm-message o-small o-break">
              Audit annotation <code>{key}</code>: {value}
            </p>
          ),
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
  const { field, expression, problem, cost, parts } = one
  const stretches = stretchesOf(expression, parts)
  return (
    <div className="o-stack o-pol-expression">
      <div className="o-tiny o-dim o-break">{field}</div>
      <pre className="o-pol-source">
        <code>
          {stretches.map((stretch, i) => (
            <Shown key={i} stretch={stretch} />
          ))}
        </code>
      </pre>
      {problem !== undefined && (
        <pre className="o-pol-problem o-tone o-tone-refused" role="alert">
          {problem}
        </pre>
      )}
      <Cost label={field} cost={cost} limit={BENCH_LIMITS.expression} />
      {parts.length > 0 && (
        <details>
          <summary className="o-tiny">Values of all parts</summary>
          <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of parts">
            <table className="o-table o-tiny">
              <thead>
                <tr>
                  <th scope="col">Part</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                {parts.map(({ start, end, value, times }, i) => (
                  <tr key={i}>
                    <td>
                      <code>{expression.slice(start, end)}</code>
                    </td>
                    <td className="o-break">
                      <code>{value}</code>
                      {times > 1 && <span className="o-dim"> (last of {times})</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </div>
  )
}

/** A stretch of an expression; its value shows when the pointer rests on it. */
function Shown({ stretch: { text, part, inner } }: { readonly stretch: Stretch }) {
  if (!part) return <>{text}</>
  return (
    <span className={`o-pol-part ${part.value === 'false' ? 'is-false' : ''}`} title={part.value}>
      {inner.length > 0 ? inner.map((one, i) => <Shown key={i} stretch={one} />) : text}
    </span>
  )
}
