import { Button } from '@mantine/core'
import { lineText } from '../../../scenarios/check-text'
import { useMaker } from '../../queries/lesson-maker'
import { useRecorder } from '../../queries/lesson-recorder'
import { type Making, useMaking } from '../../state/lesson/making'
import { useGo } from '../../state/place'
import { useAction } from '../../state/use-action'
import { Go } from '../Go'
import { Icon } from '../Icon'
import './making.css'

const lastLine = ({ recording }: Making): string => {
  const line = recording?.recorded.lines.at(-1)
  if (!line) return 'Use any page, the console, the terminal, or a client outside the browser.'
  return lineText(line)
}

const missedText = (count: number): string =>
  `Not recorded: ${count === 1 ? '1 change' : `${count} changes`} by programs outside this page, whose requests are not text. Repeat them here.`

/**
 * Shown on every page of a plane in which a lesson is being made: what is recorded, and a control to record the next step.
 */
export function RecordBar() {
  const making = useMaking((state) => state.making)
  useRecorder()
  const { record, finish, discard } = useMaker()
  const go = useGo()
  const { act, busy } = useAction('The lesson was not recorded')
  if (!making) return null
  const { recording, scenario } = making
  const next = scenario.steps?.length ?? 0
  const done = async (): Promise<void> => {
    if (await act(finish)) go({ to: '/learn/make', search: { step: String((recording?.step ?? 0) + 1) } })
  }
  if (!recording)
    return (
      <section className="o-banner o-notice" aria-label="Lesson recorder">
        <Icon name="learn" />
        <span className="o-grow o-break o-in-text">
          You are making the lesson “{scenario.title}”.{' '}
          <Go className="o-link" place={{ to: '/learn/make' }}>
            Edit the lesson
          </Go>
        </span>
        <Button size="compact-sm" loading={busy} onClick={() => void act(() => record(next, false))}>
          Record step {next + 1}
        </Button>
      </section>
    )
  const count = recording.recorded.lines.length
  return (
    <section className="o-banner o-notice o-recording" aria-label="Lesson recorder">
      <span className="o-recording-dot" aria-hidden="true" />
      <div className="o-grow">
        <b>
          Recording {recording.turn ? 'a wrong turn of ' : ''}step {recording.step + 1}
        </b>{' '}
        <span role="status">
          {count === 1 ? '1 request' : `${count} requests`}.{' '}
          <span className="o-mono o-small o-break">{lastLine(making)}</span>
          {recording.missed !== undefined && ` ${missedText(recording.missed)}`}
        </span>
      </div>
      <div className="o-row wrap">
        <Button size="compact-sm" variant="default" onClick={discard}>
          Discard
        </Button>
        <Button size="compact-sm" loading={busy} disabled={count === 0} onClick={() => void done()}>
          {recording.turn ? 'Finish the wrong turn' : 'Finish the step'}
        </Button>
      </div>
    </section>
  )
}
