import { Button, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { Icon } from '../../components/Icon'

/** Adds a manager by name. */
export function NewManagerForm({
  add,
  newName,
  naming,
  setNaming,
}: {
  readonly add: () => void
  readonly newName: RefObject<HTMLInputElement | null>
  readonly naming: string
  readonly setNaming: (next: string) => void
}) {
  return (
    <form
      className="o-row"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextInput
        ref={newName}
        className="o-grow"
        aria-label="New manager name"
        placeholder="New manager"
        value={naming}
        spellCheck={false}
        onChange={(event) => setNaming(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Button variant="default" type="submit" leftSection={<Icon name="plus" size={12} />}>
        Add
      </Button>
    </form>
  )
}
