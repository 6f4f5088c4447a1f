import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Hint } from '../../../scenarios/scenario'
import { Icon } from '../../components/Icon'
import { Markdown } from '../../components/lesson/Markdown'
import { useFocusLeft } from './use-focus-left'

function AskButton({ onAsk }: { readonly onAsk: () => void }) {
  const left = useFocusLeft<HTMLParagraphElement>('#lesson-hints')
  return (
    <p ref={left}>
      <Button size="compact-sm" variant="default" onClick={onAsk}>
        Give me a hint
      </Button>
    </p>
  )
}

/** Hints triggered by the state, and optional hints, shown one at a time. */
export function StepHints({ hints, arisen }: { readonly hints: readonly Hint[]; readonly arisen: readonly Hint[] }) {
  const [asked, setAsked] = useState(0)
  const general = hints.filter(({ when }) => when === undefined)
  const shown = [...arisen, ...general.slice(0, asked)]
  return (
    <>
      <div role="status" aria-label="Hints" id="lesson-hints" tabIndex={-1}>
        {shown.map(({ text }) => (
          <div key={text} className="o-player-note">
            <Icon name="info" size={16} />
            <Markdown text={text} />
          </div>
        ))}
      </div>
      {asked < general.length && <AskButton onAsk={() => setAsked(asked + 1)} />}
    </>
  )
}
