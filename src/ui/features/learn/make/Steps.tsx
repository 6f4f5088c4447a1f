import { Button } from '@mantine/core'
import { Empty } from '../../../components/States'
import { useMaker } from '../../../queries/lesson-maker'
import type { Making } from '../../../state/lesson/making'
import { useQueryState } from '../../../state/place'
import { useAction } from '../../../state/use-action'
import { ErrorMessage } from '../../../components/States'
import { StepEditor } from './StepEditor'

/** The lesson's steps, and the button to record another. */
export function Steps({ making }: { readonly making: Making }) {
  const steps = making.scenario.steps ?? []
  const { step: open } = useQueryState()
  const { record } = useMaker()
  const { act, busy, error } = useAction()
  return (
    <section className="o-panel" aria-labelledby="make-steps">
      <header>
        <h2 id="make-steps" className="o-grow">
          Steps
        </h2>
        <Button
          size="compact-sm"
          loading={busy}
          disabled={making.recording !== undefined}
          onClick={() => void act(() => record(steps.length, false))}
        >
          Record {steps.length === 0 ? 'the first step' : 'another step'}
        </Button>
      </header>
      <div className="o-panel-body o-stack">
        {error !== undefined && <ErrorMessage error={error}>The recording could not start.</ErrorMessage>}
        {steps.length === 0 && (
          <Empty icon="play" title="No steps yet">
            Record the first step: on any page, do what the learner should do, then press “Finish the step”. Requests
            from this page, its console and terminal, and from programs outside the browser are recorded.
          </Empty>
        )}
        {steps.map((step, i) => (
          <StepEditor
            key={i}
            at={i}
            step={step}
            offered={making.offers[i] ?? []}
            opened={open === undefined ? i === steps.length - 1 : open === String(i + 1)}
            recording={making.recording !== undefined}
            onRecord={(turn) => void act(() => record(i, turn))}
          />
        ))}
      </div>
    </section>
  )
}
