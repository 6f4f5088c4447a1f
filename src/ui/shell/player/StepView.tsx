import type { ScenarioProgress } from '../../../scenarios/progress'
import type { Scenario, Step } from '../../../scenarios/scenario'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { Markdown } from '../../components/lesson/Markdown'
import { placeOfPath } from '../../state/place'
import { People } from './People'
import { StepHints } from './StepHints'
import { useFocusLeft } from './use-focus-left'

/** The open step: text, identities, mistakes and help. */
export function StepView({
  scenario,
  step,
  progress,
}: {
  readonly scenario: Scenario
  readonly step: Step
  readonly progress: ScenarioProgress
}) {
  const [path = '', query = ''] = (step.page ?? scenario.page ?? '').split('?')
  const place = placeOfPath(path)
  const left = useFocusLeft<HTMLDivElement>('.o-player-body h3')
  return (
    <div ref={left}>
      <h3 tabIndex={-1}>{step.title}</h3>
      <Markdown text={step.text} />
      {progress.wrong && (
        <div className="o-player-note wrong" role="alert">
          <Icon name="warning" size={16} />
          <Markdown text={progress.wrong.text} />
        </div>
      )}
      <StepHints hints={step.hints ?? []} arisen={progress.hints} />
      {place && (
        <p>
          <Go place={{ ...place, search: Object.fromEntries(new URLSearchParams(query)) }}>
            Open the page of this lesson
          </Go>
        </p>
      )}
      <People scenario={scenario} />
    </div>
  )
}
