import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../Dialog'
import type { Condition } from './conditions'
import { fieldCondition, OPERATORS, type Operator, stepsOf, takesValue } from './field-condition'

/** Asks for a field and the value to wait for. */
export function FieldDialog({
  name,
  run,
  onClose,
}: {
  readonly name: string
  readonly run: (condition: Condition) => void
  readonly onClose: () => void
}) {
  const [path, setPath] = useState('.status.phase')
  const [operator, setOperator] = useState<Operator>('is')
  const [value, setValue] = useState('')
  const wrong = path !== '' && !stepsOf(path)
  return (
    <Dialog onClose={onClose} title={`Run the clock until a field of ${name} …`}>
      <form
        className="o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          run(fieldCondition(path, operator, value))
          onClose()
        }}
      >
        <TextInput
          label="Field"
          description="For example .status.readyReplicas or .status.conditions[type=Ready].status"
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          error={wrong && 'This is not a field path'}
          data-autofocus
        />
        <NativeSelect
          label="Condition"
          data={[...OPERATORS]}
          value={operator}
          onChange={(event) => setOperator(OPERATORS.find((one) => one === event.currentTarget.value) ?? 'is')}
        />
        {takesValue(operator) && (
          <TextInput label="Value" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        )}
        <div className="o-row">
          <Button type="submit" disabled={!stepsOf(path)}>
            Run
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
