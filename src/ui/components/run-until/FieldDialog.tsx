import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useSessionDraft } from '../../state/session-draft'
import { Dialog } from '../Dialog'
import type { Condition } from './conditions'
import { fieldCondition, OPERATORS, type Operator, stepsOf, takesValue } from './field-condition'

interface Typed {
  readonly path: string
  readonly operator: Operator
  readonly value: string
}

const START: Typed = { path: '.status.phase', operator: 'is', value: '' }

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
  const [{ path, operator, value }, set, drop] = useSessionDraft<Typed>('run-until', START)
  const wrong = path !== '' && !stepsOf(path)
  return (
    <Dialog onClose={onClose} title={`Run the clock until a field of ${name} …`}>
      <form
        className="o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          run(fieldCondition(path, operator, value))
          drop()
          onClose()
        }}
      >
        <TextInput
          label="Field"
          description="For example .status.readyReplicas or .status.conditions[type=Ready].status"
          value={path}
          onChange={(event) => set({ path: event.currentTarget.value, operator, value })}
          error={wrong && 'This is not a field path'}
          data-autofocus
        />
        <NativeSelect
          label="Condition"
          data={[...OPERATORS]}
          value={operator}
          onChange={(event) =>
            set({ path, operator: OPERATORS.find((one) => one === event.currentTarget.value) ?? 'is', value })
          }
        />
        {takesValue(operator) && (
          <TextInput
            label="Value"
            value={value}
            onChange={(event) => set({ path, operator, value: event.currentTarget.value })}
          />
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
