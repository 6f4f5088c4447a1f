import { Button, Textarea } from '@mantine/core'
import type { Hint } from '../../../../scenarios/scenario'

interface HintsProps {
  readonly hints: readonly Hint[]
  readonly onChange: (hints: readonly Hint[]) => void
}

/** Hints that a learner can request, in this order. */
export function Hints({ hints, onChange }: HintsProps) {
  return (
    <fieldset className="o-make-part">
      <legend>Hints</legend>
      {hints.map((hint, i) => (
        <div key={i} className="o-row">
          <Textarea
            className="o-grow"
            aria-label={`Hint ${i + 1}`}
            autosize
            minRows={1}
            value={hint.text}
            onChange={(event) => {
              const { value: text } = event.currentTarget
              onChange(hints.map((one, at) => (at === i ? { ...one, text } : one)))
            }}
          />
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Delete hint ${i + 1}`}
            onClick={() => onChange(hints.filter((_, at) => at !== i))}
          >
            Delete
          </Button>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        className="o-below"
        onClick={() => onChange([...hints, { text: 'Look at …' }])}
      >
        Add a hint
      </Button>
    </fieldset>
  )
}
