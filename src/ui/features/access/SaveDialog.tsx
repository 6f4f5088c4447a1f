import { Button } from '@mantine/core'
import { isStatus } from '../../../client/status-error'
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

/** What the server answered to the drafts, in a dry run or when they were saved. */
export interface DraftReview {
  readonly outcomes: readonly SaveOutcome[]
  /** The drafts were sent to be saved; the outcomes are those of the refused ones. */
  readonly saving: boolean
}

function verdictText(who: string, { outcomes, saving }: DraftReview, refused: number): string {
  if (refused === 0) return `The dry run as ${who} passed every stage. Nothing is stored yet.`
  const total = outcomes.length
  const drafts = total === 1 ? 'this draft' : refused === total ? 'these drafts' : `${refused} of ${total} drafts`
  return saving
    ? `The server refused to save ${drafts} as ${who}. Your drafts are kept.`
    : `The dry run as ${who} failed for ${drafts}. Nothing is stored yet.`
}

/** The dry-run results of all drafts, and a button to save them together, roles first. */
export function SaveDialog({
  review,
  who,
  busy,
  error,
  onSave,
  onClose,
}: {
  readonly review: DraftReview
  readonly who: string
  readonly busy: boolean
  /** Why the last save could not be sent. */
  readonly error: unknown
  readonly onSave: () => void
  readonly onClose: () => void
}) {
  const { outcomes } = review
  const refused = outcomes.filter(({ error }) => error !== undefined).length
  return (
    <Dialog onClose={onClose} title="Review changes" size="xl">
      <div className="o-stack">
        <p className="o-dim o-flush">{verdictText(who, review, refused)}</p>
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
              {error !== undefined && (
                <ErrorMessage error={error}>
                  {isStatus(error, 'Conflict') &&
                    'Close this dialog, and choose “Keep mine” or “Use theirs” at this draft.'}
                </ErrorMessage>
              )}
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
        {error !== undefined && <ErrorMessage error={error}>Nothing was saved.</ErrorMessage>}
        <div className="o-row o-to-end">
          <Button variant="default" onClick={onClose} {...(refused === outcomes.length && { 'data-autofocus': true })}>
            Keep editing
          </Button>
          <Button loading={busy} onClick={onSave} {...(refused < outcomes.length && { 'data-autofocus': true })}>
            {refused > 0 ? 'Try to save' : 'Save'}
            {outcomes.length > 1 && ` all ${outcomes.length}`}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
