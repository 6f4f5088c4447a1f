import { Checkbox } from '@mantine/core'
import type { Choice } from './shared-scenario'
import './share.css'

interface ChoiceListProps {
  /** Label of the list. */
  readonly label: string
  /** The consequence of including a secret. */
  readonly warning: string
  readonly choices: readonly Choice[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** The content of a link: everything except secrets, which must be ticked one by one. */
export function ChoiceList({ label, warning, choices, chosen, onChange }: ChoiceListProps) {
  const groups = [...new Set(choices.map(({ group }) => group))]
  const set = (ids: readonly string[], on: boolean): void =>
    onChange(new Set(on ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))))
  return (
    <div className="o-share-choices" role="group" aria-label={label} tabIndex={0}>
      {groups.map((group) => {
        const all = choices.filter((choice) => choice.group === group)
        const open = all.filter(({ secret }) => !secret).map(({ id }) => id)
        const on = open.filter((id) => chosen.has(id)).length
        return (
          <details key={group} open={all.length <= 4 || all.some(({ secret }) => secret)}>
            <summary>
              <b>{group}</b>{' '}
              <span className="o-dim o-small">
                {all.filter(({ id }) => chosen.has(id)).length} of {all.length}
              </span>
            </summary>
            {open.length > 1 && (
              <Checkbox
                label={`All of ${group}`}
                checked={on === open.length}
                indeterminate={on > 0 && on < open.length}
                onChange={(event) => set(open, event.currentTarget.checked)}
              />
            )}
            {all.map(({ id, title, secret }) => (
              <Checkbox
                key={id}
                label={
                  <span className="o-break">
                    {title}
                    {secret && <b className="o-tone-refused"> secret: {warning}</b>}
                  </span>
                }
                checked={chosen.has(id)}
                onChange={(event) => set([id], event.currentTarget.checked)}
              />
            ))}
          </details>
        )
      })}
    </div>
  )
}
