import { Button } from '@mantine/core'
import { type ReactNode } from 'react'
import { useAction } from '../../state/use-action'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useSessionDraft } from '../../state/session-draft'
import { Panel } from '../../components/Panel'

/** The edited state of something that is saved as a whole. */
export interface DraftForm<T> {
  readonly form: T
  readonly set: (part: Partial<T>) => void
  readonly save: () => Promise<void>
  readonly drop: () => void
  readonly drafted: boolean
  readonly busy: boolean
  readonly error: unknown
}

/** A form stored under a name until it is saved or discarded. */
export function useDraftForm<T extends object>(
  name: string,
  saved: T,
  write: (form: T) => Promise<unknown>,
): DraftForm<T> {
  const [form, setForm, drop, drafted, settle] = useSessionDraft<T>(name, saved)
  const { act, busy, error } = useAction()
  const save = async (): Promise<void> => {
    await act(async () => {
      await write(form)
      settle(form)
    })
  }
  return { form, set: (part) => setForm({ ...form, ...part }), save, drop, drafted, busy, error }
}

/** The frame of such a form: its status, error, fields, and the buttons to save and discard. */
export function DraftPart<T>({
  title,
  draft: { save, drop, drafted, busy, error },
  action,
  children,
}: {
  readonly title: string
  readonly draft: DraftForm<T>
  /** Label of the save button. */
  readonly action: string
  readonly children: ReactNode
}) {
  return (
    <Panel title={title} actions={drafted && <Verdict tone="changed">unsaved</Verdict>}>
      <form
        className="o-panel-body o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {error !== undefined && <ErrorMessage error={error} />}
        {children}
        <div className="o-row wrap">
          <Button type="submit" loading={busy} disabled={!drafted}>
            {action}
          </Button>
          <Button variant="default" disabled={!drafted} onClick={drop}>
            Discard changes
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** The fields of a list entry, with a button to remove it. */
export function EntryFields({
  who,
  onRemove,
  children,
}: {
  readonly who: string
  readonly onRemove: () => void
  readonly children: ReactNode
}) {
  return (
    <fieldset className="o-fieldset">
      <legend className="o-hidden">{who}</legend>
      <div className="o-form">{children}</div>
      <Button size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
        Remove {who}
      </Button>
    </fieldset>
  )
}
