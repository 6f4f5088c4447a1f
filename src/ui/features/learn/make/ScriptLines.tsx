import { ActionIcon } from '@mantine/core'
import { lineText } from '../../../../scenarios/check-text'
import type { ScriptLine } from '../../../../scenarios/script-line'
import { Icon } from '../../../components/Icon'

interface ScriptLinesProps {
  readonly legend: string
  readonly lines: readonly ScriptLine[]
  readonly onChange: (lines: readonly ScriptLine[]) => void
}

/** The requests of a solution or wrong turn; unneeded ones can be removed. */
export function ScriptLines({ legend, lines, onChange }: ScriptLinesProps) {
  return (
    <fieldset className="o-make-part">
      <legend>{legend}</legend>
      {lines.length === 0 && <p className="o-dim o-small o-flush">No request.</p>}
      <ol className="o-make-lines">
        {lines.map((line, i) => (
          <li key={i}>
            <code className="o-small">{lineText(line)}</code>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={`Remove request ${i + 1}: ${lineText(line)}`}
              onClick={() => onChange(lines.filter((_, at) => at !== i))}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
