import { Button } from '@mantine/core'
import { lineText } from '../../../scenarios/check-text'
import { ErrorMessage } from '../../components/States'
import { Pointer } from './pointer/Pointer'
import type { Showing } from './pointer/use-showing'
import { useFocusLeft } from './use-focus-left'

/** The button that shows a step's solution, or stops showing it. */
function ShowButton({ step, showing }: { readonly step: number; readonly showing: Showing }) {
  const { running, start, stop } = showing
  const left = useFocusLeft<HTMLButtonElement>('.o-player-body h3')
  return (
    <Button
      ref={left}
      size="compact-sm"
      variant={running ? 'default' : 'subtle'}
      onClick={() => (running ? stop() : start(step))}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && running) stop()
      }}
    >
      {running ? 'Stop' : 'Show me'}
    </Button>
  )
}

/** Carries out a step in the console for the user: announces each request and lists it once answered. `step` is absent at the end. */
export function ShowMe({ step, showing }: { readonly step: number | undefined; readonly showing: Showing }) {
  const { running, said, sent, error } = showing
  return (
    <div className="o-player-show">
      {(step !== undefined || running) && <ShowButton step={step ?? 0} showing={showing} />}
      <p className="o-small o-dim" role="status" aria-label="What is shown">
        {said}
      </p>
      {sent.length > 0 && (
        <ol className="o-small">
          {sent.map((line, i) => (
            <li key={i}>
              <code>{lineText(line)}</code>
            </li>
          ))}
        </ol>
      )}
      {error !== undefined && <ErrorMessage error={error} />}
      <Pointer />
    </div>
  )
}
