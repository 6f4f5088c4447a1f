import { Checkbox } from '@mantine/core'
import { checkText } from '../../../../scenarios/check-text'
import type { Check } from '../../../../scenarios/check'
import { choicesOfChecks, isChosen, withCheck } from './edit'

interface CheckListProps {
  readonly legend: string
  readonly chosen: readonly Check[]
  readonly offered: readonly Check[]
  readonly onChange: (checks: readonly Check[]) => void
}

/** The chosen checks, and further ones suggested by the recording. */
export function CheckList({ legend, chosen, offered, onChange }: CheckListProps) {
  const choices = choicesOfChecks(chosen, offered)
  return (
    <fieldset className="o-make-part">
      <legend>{legend}</legend>
      {choices.map((check, i) => (
        <Checkbox
          key={i}
          label={<span className="o-break">{checkText(check)}</span>}
          checked={isChosen(chosen, check)}
          onChange={({ currentTarget: { checked } }) => onChange(withCheck(chosen, check, checked))}
        />
      ))}
      {chosen.length === 0 && (
        <p className="o-tone-refused o-small o-flush">Without a check, this counts as done from the start.</p>
      )}
    </fieldset>
  )
}
