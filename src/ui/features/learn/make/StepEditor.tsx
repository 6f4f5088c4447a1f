import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import type { Step } from '../../../../scenarios/scenario'
import type { Check } from '../../../../scenarios/check'
import { CheckList } from './CheckList'
import { editStep, removeStep } from './edit'
import { Hints } from './Hints'
import { ScriptLines } from './ScriptLines'
import { WrongTurns } from './WrongTurns'

interface StepEditorProps {
  readonly at: number
  readonly step: Step
  readonly offered: readonly Check[]
  readonly opened: boolean
  readonly recording: boolean
  readonly onRecord: (turn: boolean) => void
}

/** A step: text, solution, and checks. */
export function StepEditor({ at, step, offered, opened, recording, onRecord }: StepEditorProps) {
  const edit = (change: Partial<Step>): void => editStep(at, (old) => ({ ...old, ...change }))
  return (
    <details className="o-make-step" open={opened}>
      <summary>
        Step {at + 1}: {step.title}
      </summary>
      <div className="o-stack">
        <TextInput
          label="Title of the step"
          value={step.title}
          maxLength={120}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Text"
          description="Markdown."
          autosize
          minRows={3}
          value={step.text}
          onChange={(event) => edit({ text: event.currentTarget.value })}
        />
        <CheckList
          legend="The step is done when all of these hold"
          chosen={step.check}
          offered={offered}
          onChange={(check) => edit({ check })}
        />
        <Checkbox
          label="The step stays done even if a later step changes its result"
          checked={step.lasts === false}
          onChange={({ currentTarget: { checked } }) =>
            editStep(at, ({ lasts: _, ...old }) => (checked ? { ...old, lasts: false } : old))
          }
        />
        <ScriptLines legend="Solution" lines={step.solution} onChange={(solution) => edit({ solution })} />
        <Hints hints={step.hints ?? []} onChange={(hints) => edit({ hints })} />
        <WrongTurns turns={step.wrong ?? []} onChange={(wrong) => edit({ wrong })} />
        <div className="o-row wrap">
          <Button size="compact-sm" variant="default" disabled={recording} onClick={() => onRecord(true)}>
            Record a wrong turn
          </Button>
          <Button size="compact-sm" variant="default" disabled={recording} onClick={() => onRecord(false)}>
            Record the step again
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" disabled={recording} onClick={() => removeStep(at)}>
            Delete the step
          </Button>
        </div>
      </div>
    </details>
  )
}
