import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Hint } from '../../../scenarios/scenario'
import { Icon } from '../../components/Icon'
import { Markdown } from '../../components/lesson/Markdown'

/** Hints that arise from the state, and those that are asked for, one at a time. */
export function StepHints({ hints, arisen }: { readonly hints: readonly Hint[]; readonly arisen: readonly Hint[] }) {
  const [asked, setAsked] = useState(0)
  const general = hints.filter(({ when }) => when === undefined)
  const shown = [...arisen, ...general.slice(0, asked)]
  return (
    <>
      <div role="status" aria-label="Hints">
        {shown.map(({ text }) => (
          <div key={text} className="o-player-note">
            <Icon name="info" size={16} />
            <Markdown text={text} />
          </div>
        ))}
      </div>
      {asked < general.length && (
        <p>
          <Button size="compact-sm" variant="default" onClick={() => setAsked(asked + 1)}>
            Give me a hint
          </Button>
        </p>
      )}
    </>
  )
}
