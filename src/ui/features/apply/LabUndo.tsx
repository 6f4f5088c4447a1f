import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { undoNow } from '../../components/undo/undo-now'
import { useSession } from '../../state/connection'
import { type UndoableChange, latestChange, useUndo } from '../../state/undo/changes'
import type { Lab, LabTarget } from './lab'

/** Whether a change wrote only the lab's object. */
const isOf = ({ steps }: UndoableChange, { info, namespace, name }: LabTarget): boolean =>
  steps.length > 0 &&
  steps.every(
    (step) =>
      step.did !== 'replaced' &&
      step.name === name &&
      step.target.resource === info.resource &&
      step.target.group === info.group &&
      step.target.namespace === namespace,
  )

/** Undoes the last change of this object: values, owners, and the manifest that was refused. */
export function LabUndo({ lab }: { readonly lab: Lab }) {
  const session = useSession()
  const change = useUndo((state) => latestChange(state.changes.filter((each) => isOf(each, lab.target))))
  if (!change) return null
  return (
    <Button
      variant="default"
      leftSection={<Icon name="undo" />}
      title={change.title}
      onClick={() => undoNow(session, change, lab.takeTextsBack)}
    >
      Undo
    </Button>
  )
}
