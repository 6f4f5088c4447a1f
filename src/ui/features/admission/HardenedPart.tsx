import { Button } from '@mantine/core'
import { Diff } from '../../components/Diff'
import { Icon } from '../../components/Icon'
import type { Hardened } from './harden'

/** What was changed so that a pod meets a level, and how to take it back. */
export function HardenedPart({ hardened, onUndo }: { readonly hardened: Hardened; readonly onUndo: () => void }) {
  const { level, before, after, done } = hardened
  const checks = [...new Set(done.flatMap(({ remedy }) => remedy.check ?? []))]
  return (
    <section className="o-panel-body o-stack" aria-label={`Changes to make it ${level}`}>
      <div className="o-row wrap">
        <h3 className="o-h2 o-grow">Changed to meet {level}</h3>
        <Button size="compact-sm" variant="default" leftSection={<Icon name="undo" size={14} />} onClick={onUndo}>
          Undo these changes
        </Button>
      </div>
      <ul className="o-small o-flush">
        {done.map(({ title, remedy }) => (
          <li key={title}>
            <strong>{title}:</strong> {remedy.does}.
          </li>
        ))}
      </ul>
      {checks.length > 0 && (
        <div className="o-small o-tone o-tone-waiting">
          {checks.map((check) => (
            <p key={check} className="o-flush">
              {check}
            </p>
          ))}
        </div>
      )}
      <Diff before={before} after={after} label={`Changes to make it ${level}`} />
    </section>
  )
}
