import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Dialog } from '../../components/Dialog'
import type { ApiObject } from '../../../machinery/object'
import { Diff } from '../../components/Diff'
import { ErrorMessage } from '../../components/States'
import { linePaths, madeBy } from '../../components/editor/attribution'
import { objectYaml } from '../../components/editor/documents'
import type { RequestTrace } from '../../../server/trace'
import { WarningText } from '../../components/lesson/Taught'

/** The outcome of a dry run. */
export interface Review {
  readonly sent: ApiObject
  readonly stored: ApiObject
  readonly warnings: readonly string[]
  readonly trace: RequestTrace | undefined
}

/** An object as text. Omits fields that change on every write, which would only add noise to a diff. */
export function comparable(object: ApiObject): string {
  const { resourceVersion: _version, generation: _generation, ...metadata } = object.metadata
  return objectYaml({ ...object, metadata })
}

/** The result of a dry run compared with the stored object; shows who made each change. */
export function ReviewDialog({
  title = 'Review changes',
  action = 'Save',
  cancel = 'Keep editing',
  live,
  review,
  busy,
  changed = false,
  error,
  onSave,
  onClose,
}: {
  readonly title?: string
  /** Labels of the buttons. */
  readonly action?: string
  readonly cancel?: string
  /** The stored object; undefined if it is to be created. */
  readonly live: ApiObject | undefined
  readonly review: Review
  readonly busy: boolean
  /** True if the object has changed since an earlier review, which was not saved for that reason. */
  readonly changed?: boolean | undefined
  /** Why the last save failed. */
  readonly error?: unknown
  readonly onSave: () => void
  readonly onClose: () => void
}) {
  const before = useMemo(() => (live ? comparable(live) : ''), [live])
  const after = useMemo(() => comparable(review.stored), [review.stored])
  const paths = useMemo(() => linePaths(after), [after])
  const by = (line: number, type: 'add' | 'del'): string | undefined => {
    const path = type === 'add' ? paths.get(line) : undefined
    return path && madeBy(path, review.sent, review.stored, review.trace)
  }
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      <div className="o-stack">
        <p className="o-dim o-flush">
          The dry run passed every stage. Nothing is stored yet. Each added line shows who added it.
        </p>
        {changed && (
          <p className="o-tone o-tone-changed o-flush" role="alert">
            The object changed in the meantime, so nothing was saved. This is the difference from its newest version.
          </p>
        )}
        {review.warnings.map((warning, i) => (
          <div key={i} className="o-tone o-tone-changed o-flush">
            Warning: <WarningText text={warning} />
          </div>
        ))}
        <Diff before={before} after={after} label="Change" by={by} />
        {error !== undefined && <ErrorMessage error={error}>Nothing was changed.</ErrorMessage>}
        <div className="o-row o-to-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button loading={busy} onClick={onSave} data-autofocus>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
