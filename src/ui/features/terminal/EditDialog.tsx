import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/Dialog'

/** A text that a command lets the user edit, and a callback for the result. */
export interface Edit {
  readonly name: string
  readonly text: string
  readonly done: (text: string) => void
}

/** The terminal's editor. Escape and clicks outside do not discard input. */
export function EditDialog({ name, text, done }: Edit) {
  const [value, setValue] = useState(text)
  return (
    <Dialog
      onClose={() => done(text)}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      size="xl"
      title={`Edit ${name}`}
    >
      <Textarea
        data-autofocus
        aria-label={name}
        autosize
        minRows={10}
        maxRows={28}
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done(value)
        }}
        styles={{ input: { fontFamily: 'var(--o-mono)', fontSize: '0.8125rem' } }}
      />
      <div className="o-row wrap o-below-far o-to-end">
        <Button variant="default" onClick={() => done(text)}>
          Discard changes
        </Button>
        <Button onClick={() => done(value)}>Save and continue (Ctrl Enter)</Button>
      </div>
    </Dialog>
  )
}
