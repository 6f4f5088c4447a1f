import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { flagsOf } from '../../../../scenarios/open'
import type { Making } from '../../../state/lesson/making'
import { editScenario } from './edit'

/** The lesson's description and start state. */
export function LessonFields({ making: { scenario } }: { readonly making: Making }) {
  const { title, summary, idea = '', minutes, objects = [], requests = [] } = scenario
  const count = objects.length + requests.length
  const flags = flagsOf(scenario)
  return (
    <section className="o-panel" aria-labelledby="make-about">
      <header>
        <h2 id="make-about">The lesson</h2>
      </header>
      <div className="o-panel-body o-stack">
        <TextInput
          label="Title"
          value={title}
          maxLength={120}
          error={title.trim() === '' && 'A lesson needs a title.'}
          onChange={(event) => editScenario({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Summary"
          description="What is broken or surprising at the start."
          placeholder="What the learner meets, in a sentence or two."
          autosize
          minRows={2}
          value={summary}
          maxLength={500}
          error={summary.trim() === '' && 'A lesson needs a summary.'}
          onChange={(event) => editScenario({ summary: event.currentTarget.value })}
        />
        <Textarea
          label="Idea"
          description="What the lesson teaches, in one sentence. Shown at its end."
          autosize
          minRows={1}
          value={idea}
          onChange={(event) => editScenario({ idea: event.currentTarget.value || undefined })}
        />
        <NumberInput
          label="Minutes"
          min={1}
          max={60}
          value={minutes ?? ''}
          onChange={(value) => editScenario(value === '' ? { minutes: undefined } : { minutes: Number(value) })}
        />
        <p className="o-dim o-small o-flush">
          Starts with {count === 1 ? 'one object' : `${count} objects and changes`}
          {flags.length > 0 && (
            <>
              {' '}
              and <code>{flags.join(' ')}</code>
            </>
          )}
          .
        </p>
      </div>
    </section>
  )
}
