import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../Dialog'
import { flagsOf } from '../../../scenarios/open'
import type { Lesson } from '../../../scenarios/lessons'
import { writeJson } from '../../../machinery/json-text'
import { OWN_LESSON } from '../../queries/lesson-player'
import { currentPlane } from '../../../links/plane-key'
import { openPlane, planeHere, usePlanes } from '../../state/planes'
import { useAction } from '../../state/use-action'
import { RunsCode, WebhookTexts } from '../scenario/WebhookCode'
import { ErrorMessage } from '../States'
import { beginLesson, planeOfLesson } from './start-lesson'

/** Explains what a lesson changes before it is opened in a plane of its own. */
export function OpenLessonDialog({ lesson, onClose }: { readonly lesson: Lesson; readonly onClose: () => void }) {
  const { act, busy, error } = useAction()
  const { id, scenario } = lesson
  const own = id === OWN_LESSON
  const { webhooks = [] } = scenario
  // This site's lessons are trusted to run code; other code needs the user's consent.
  const [runsCode, setRunsCode] = useState(!own)
  const plane = usePlanes(({ planes }) => (own ? planeHere(planes) : planeOfLesson(planes, id)))
  const flags = flagsOf(scenario)
  const content = own ? { scenario: writeJson(scenario) } : { lesson: id }
  const start = (): Promise<boolean> => act(async () => beginLesson(lesson, plane, { ...content, runsCode }))
  return (
    <Dialog onClose={onClose} title={`Start "${scenario.title}"?`}>
      {plane ? (
        <p>
          You have already started this lesson. Starting over deletes what you created in its plane, and nothing else.
        </p>
      ) : (
        <p>
          The lesson opens in its own plane: a separate control plane in this browser. Your other planes are not
          changed. You can switch planes at the top of the page.
        </p>
      )}
      {flags.length > 0 && (
        <p>
          The API server of this plane runs with <code>{flags.join(' ')}</code>.
        </p>
      )}
      {webhooks.length > 0 && (
        <div className="o-stack">
          <p className="o-flush">Webhooks of this lesson are simulated by code:</p>
          <WebhookTexts webhooks={webhooks} />
          <RunsCode webhooks={webhooks} checked={runsCode} onChange={setRunsCode} />
        </div>
      )}
      {error !== undefined && <ErrorMessage error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {plane && plane.id !== currentPlane() && (
          <Button variant="default" onClick={() => openPlane(plane.id)}>
            Continue
          </Button>
        )}
        <Button loading={busy} data-autofocus onClick={() => void start()}>
          Start the lesson
        </Button>
      </Group>
    </Dialog>
  )
}
