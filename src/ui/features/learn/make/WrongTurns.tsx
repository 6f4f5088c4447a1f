import { Button, Textarea } from '@mantine/core'
import type { WrongTurn } from '../../../../scenarios/scenario'
import { CheckList } from './CheckList'
import { ScriptLines } from './ScriptLines'

interface WrongTurnsProps {
  readonly turns: readonly WrongTurn[]
  readonly onChange: (turns: readonly WrongTurn[]) => void
}

/** Common mistakes of learners, with the answer to each. */
export function WrongTurns({ turns, onChange }: WrongTurnsProps) {
  if (turns.length === 0) return null
  const edit = (at: number, change: Partial<WrongTurn>): void =>
    onChange(turns.map((turn, i) => (i === at ? { ...turn, ...change } : turn)))
  return (
    <fieldset className="o-make-part">
      <legend>Wrong turns</legend>
      {turns.map((turn, i) => (
        <div key={i} className="o-stack o-indent">
          <Textarea
            label={`Text after wrong turn ${i + 1}`}
            autosize
            minRows={2}
            value={turn.text}
            onChange={(event) => edit(i, { text: event.currentTarget.value })}
          />
          <CheckList
            legend="Detected when all of these hold"
            chosen={turn.when}
            offered={[]}
            onChange={(when) => edit(i, { when })}
          />
          <ScriptLines legend="Requests" lines={turn.play} onChange={(play) => edit(i, { play })} />
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => onChange(turns.filter((_, at) => at !== i))}
            >
              Delete wrong turn {i + 1}
            </Button>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
