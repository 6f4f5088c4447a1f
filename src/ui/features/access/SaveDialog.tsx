import { Button } from '@mantine/core'
import { Dialog } from '../../components/Dialog'
import type { ApiObject } from '../../../machinery/object'
import { Diff } from '../../components/Diff'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { WarningText } from '../../components/lesson/Taught'
import { draftYaml } from './edit-rbac-drafts'
import type { SaveOutcome } from './save'

/** Omits fields that change on every write, which would only add noise to a diff. */
const comparable = (object: ApiObject | undefined): string => {
  if (!object) return ''
  const { resourceVersion: _version, ...metadata } = object.metadata
  return draftYaml({ ...object, metadata }).trimEnd()
}

/** The dry-run results of all drafts, and a button to save them together, roles first. */
export function SaveDialog({
  outcomes,
  who,
  busy,
  onSave,
  onClose,
}: {
  readonly outcomes: readonly SaveOutcome[]
  readonly who: string
  readonly busy: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}) {
  const refused = outcomes.filter(({ error }) => error !== undefined).length
  return (
    <Dialog onClose={onClose} title="Review changes" size="xl">
      <div className="o-stack">
        <p className="o-dim o-flush">The dry run as {who} passed every stage. Nothing is stored yet.</p>
        {outcomes.map(({ change, after, error, warnings }) => {
          const { kind, document, before } = change
          return (
            <section
              key={`${kind}/${document.namespace}/${document.name}`}
              className="o-stack"
              aria-label={`${kind} ${document.name}`}
            >
              <div className="o-row wrap">
                <strong>
                  {kind}{' '}
                  <span className="o-mono">
                    {document.namespace ? `${document.namespace}/` : ''}
                    {document.name}
                  </span>
                </strong>
                <Verdict tone={error !== undefined ? 'refused' : before ? 'changed' : 'allowed'}>
                  {error !== undefined ? 'refused' : before ? 'changed' : 'new'}
                </Verdict>
              </div>
              {error !== undefined && <ErrorMessage error={error} />}
              {warnings.map((warning, i) => (
                <div key={i} className="o-tone o-tone-changed o-flush">
                  Warning: <WarningText text={warning} />
                </div>
              ))}
              {after && (
                <Diff
                  before={comparable(before)}
                  after={comparable(after)}
                  label={`Change of ${kind} ${document.name}`}
                />
              )}
            </section>
          )
        })}
        <div className="o-row o-to-end">
          <Button variant="default" onClick={onClose} {...(refused === outcomes.length && { 'data-autofocus': true })}>
            Keep editing
          </Button>
          <Button
            loading={busy}
            disabled={refused === outcomes.length}
            onClick={onSave}
            {...(refused < outcomes.length && { 'data-autofocus': true })}
          >
            {refused > 0
              ? `Try to save all ${outcomes.length}`
              : outcomes.length > 1
                ? `Save all ${outcomes.length}`
                : 'Save'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
