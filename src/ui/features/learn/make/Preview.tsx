import type { Scenario } from '../../../../scenarios/scenario'
import { Markdown } from '../../../components/lesson/Markdown'
import { useQueryState } from '../../../state/place'

/** The lesson as learners see it, with the edited step open. */
export function Preview({ scenario }: { readonly scenario: Scenario }) {
  const { step: asked } = useQueryState()
  const steps = scenario.steps ?? []
  const open = asked === undefined ? steps.length - 1 : Number(asked) - 1
  const step = steps[open]
  return (
    <section className="o-panel o-make-preview" aria-labelledby="make-preview">
      <header>
        <h2 id="make-preview">Preview</h2>
      </header>
      <div className="o-panel-body">
        <p className="o-flush">
          <b>{scenario.title}</b>
        </p>
        <p className="o-dim o-small">{scenario.summary}</p>
        <ol>
          {steps.map(({ title }, i) => (
            <li key={i} aria-current={i === open ? 'step' : undefined}>
              {title}
            </li>
          ))}
        </ol>
        {step && (
          <>
            <h3>{step.title}</h3>
            <Markdown text={step.text} />
            {(step.hints ?? []).map(({ text }, i) => (
              <div key={i} className="o-make-said">
                <Markdown text={text} />
              </div>
            ))}
            {(step.wrong ?? []).map(({ text }, i) => (
              <div key={i} className="o-make-said wrong">
                <Markdown text={text} />
              </div>
            ))}
          </>
        )}
        {scenario.idea !== undefined && <p className="o-make-said">{scenario.idea}</p>}
      </div>
    </section>
  )
}
