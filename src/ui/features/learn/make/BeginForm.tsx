import { Button, FileButton, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { readScenario } from '../../../../scenarios/read'
import { ChoiceList } from '../../../components/share/ChoiceList'
import { choicesOf, PAGE_ID, type Shareable, sharedScenario } from '../../../components/share/shared-scenario'
import { useShareable } from '../../../components/share/use-shareable'
import { ErrorMessage, Loading } from '../../../components/States'
import { openPlane } from '../../../state/planes'
import { useSessionDraft } from '../../../state/session-draft'
import { useAction } from '../../../state/use-action'
import { beginLesson } from './begin'

const MAKE = '/learn/make'

function Form({ shareable }: { readonly shareable: Shareable }) {
  // The lesson's page is where its first step is recorded, not this one.
  const choices = useMemo(() => choicesOf(shareable).filter(({ id }) => id !== PAGE_ID), [shareable])
  const [title, setTitle, dropTitle] = useSessionDraft('lesson-title', '')
  const open = useMemo(() => choices.flatMap(({ id, secret }) => (secret ? [] : [id])), [choices])
  const [ticked, setTicked, dropTicked] = useSessionDraft<readonly string[]>('lesson-start', open)
  const chosen = useMemo(() => new Set(ticked), [ticked])
  const { act, busy, error } = useAction()
  const begin = (): Promise<boolean> =>
    act(async () => {
      const { page: _, ...scenario } = sharedScenario(shareable, { title, note: '', chosen })
      // The author writes the summary. Without one, the lesson can't be exported.
      const begun = { ...scenario, summary: '', steps: [] }
      // The code of this plane's webhooks is already running.
      const plane = beginLesson(begun, true)
      dropTitle()
      dropTicked()
      openPlane(plane, MAKE)
    })
  const read = (file: File | null): void => {
    if (file)
      void act(async () => {
        // Nobody has reviewed this code yet, so the page asks.
        openPlane(beginLesson(readScenario(await file.text()), false), MAKE)
      })
  }
  return (
    <form
      className="o-panel o-panel-body o-stack o-make-begin"
      aria-label="New lesson"
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      <TextInput
        label="Title"
        required
        value={title}
        maxLength={120}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <div>
        <p className="o-flush">
          <b>The lesson starts with</b>
        </p>
        <p className="o-dim o-small o-flush">
          The ticked items are copied. To start from another plane, switch to it at the top of the page. To start with
          an empty cluster, untick everything.
        </p>
      </div>
      <ChoiceList
        label="What the lesson starts with"
        warning="anyone who opens the lesson can read it"
        choices={choices}
        chosen={chosen}
        onChange={(next) => setTicked([...next])}
      />
      {error !== undefined && <ErrorMessage error={error}>The lesson was not created.</ErrorMessage>}
      <div className="o-row wrap">
        <Button type="submit" loading={busy} disabled={title.trim() === ''}>
          Create the lesson in a new plane
        </Button>
        <FileButton accept=".json,.yaml,.yml" onChange={read}>
          {(props) => (
            <Button variant="default" {...props}>
              Edit a lesson from a file
            </Button>
          )}
        </FileButton>
        <span className="o-dim o-small">This plane is not changed.</span>
      </div>
    </form>
  )
}

/** The start of a new lesson: its title, and what it takes from this plane. */
export function BeginForm() {
  const { data, error, refetch } = useShareable()
  if (error) return <ErrorMessage error={error} onRetry={() => void refetch()} />
  return data ? <Form shareable={data} /> : <Loading lines={6} />
}
