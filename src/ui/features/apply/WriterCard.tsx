import { Button, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { parse } from 'yaml'
import { Explained } from '../../components/terms/Explained'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useDrafts } from '../../state/drafts'
import { messageOf } from '../../../machinery/message-of'
import type { Lab, SendOutcome } from './lab'

const START = 'metadata:\n  annotations:\n    example.com/note: written by hand\n'

/** A client that writes merge patches without apply: takes ownership of what it changes and never conflicts. */
export function WriterCard({ lab }: { readonly lab: Lab }) {
  const id = `merge-${lab.key}`
  const hint = useId()
  const draft = useDrafts((state) => state.drafts[id])
  const { keep } = useDrafts.getState()
  const text = draft?.text ?? START
  const manager = draft?.base ?? 'editor'
  const [outcome, setOutcome] = useState<SendOutcome>()
  const send = async (): Promise<void> => {
    let body: string
    try {
      body = JSON.stringify(parse(text, { version: '1.1' }))
    } catch (error) {
      setOutcome({ type: 'failed', error: new Error(`The patch can’t be read: ${messageOf(error)}`) })
      return
    }
    setOutcome(
      await lab.send({
        kind: 'patch',
        manager: manager || 'editor',
        body,
        contentType: 'application/merge-patch+json',
        what: 'patched',
      }),
    )
  }
  return (
    <details className="o-panel o-lab-card o-lab-writer">
      <summary>
        <h2>Patch without apply</h2>
        <span className="o-dim o-small">As a client that doesn’t use server-side apply</span>
      </summary>
      <form
        className="o-panel-body o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Explained term="field-owner">
          <TextInput
            label="Manager name"
            value={manager}
            onChange={(event) => keep(id, text, event.currentTarget.value)}
            classNames={{ input: 'o-mono' }}
          />
        </Explained>
        <Textarea
          label="Merge patch"
          description="YAML or JSON; null removes a field"
          autosize
          minRows={3}
          maxRows={14}
          value={text}
          spellCheck={false}
          classNames={{ input: 'o-mono' }}
          onChange={(event) => keep(id, event.currentTarget.value, manager)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              void send()
            }
          }}
        />
        <p id={hint} className="o-small o-dim">
          The patch takes ownership of the fields it changes. Managers that applied them before will get a conflict.
        </p>
        <div className="o-row wrap">
          <Button type="submit" disabled={!lab.live} aria-describedby={hint}>
            Patch
          </Button>
          <span aria-live="polite">
            {outcome?.type === 'stored' && (
              <Verdict tone="allowed">{outcome.changed ? 'patched' : 'nothing changed'}</Verdict>
            )}
          </span>
        </div>
        {outcome?.type === 'failed' && <ErrorMessage error={outcome.error} />}
      </form>
    </details>
  )
}
