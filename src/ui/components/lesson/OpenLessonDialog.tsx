import { Button, Group, Modal } from '@mantine/core'
import { flagsOf } from '../../../scenarios/open'
import type { Lesson } from '../../../scenarios/lessons'
import { useOpenLesson } from '../../queries/lesson-player'
import { placeOfPath, useGo } from '../../state/place'
import { useAction } from '../../state/use-action'
import { ErrorMessage } from '../States'

/** Says what a lesson changes before it changes anything, and opens it. */
export function OpenLessonDialog({ lesson, onClose }: { readonly lesson: Lesson; readonly onClose: () => void }) {
  const openLesson = useOpenLesson()
  const go = useGo()
  const { act, busy, error } = useAction()
  const { scenario } = lesson
  const flags = flagsOf(scenario)
  const start = async (): Promise<void> => {
    if (!(await act(() => openLesson(lesson)))) return
    onClose()
    const [path = '', query = ''] = (scenario.page ?? '').split('?')
    const place = placeOfPath(path)
    if (place) go({ ...place, search: { ...Object.fromEntries(new URLSearchParams(query)), as: undefined } })
  }
  return (
    <Modal opened onClose={onClose} title={`Start "${scenario.title}"?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p>
        The lesson starts with an empty cluster. What you have made here is saved first as a snapshot; restore it under
        Settings, Storage whenever you like.
      </p>
      {flags.length > 0 && (
        <p>
          The API server runs with <code>{flags.join(' ')}</code> for this lesson. Your own flags stay saved.
        </p>
      )}
      {error !== undefined && <ErrorMessage error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} data-autofocus onClick={() => void start()}>
          Start the lesson
        </Button>
      </Group>
    </Modal>
  )
}
