import { Button, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Dialog } from '../../components/Dialog'
import { Loading, ErrorMessage } from '../../components/States'
import { UnreadKinds } from '../../components/UnreadKinds'
import { dependents, type Known, useRelations } from '../../queries/relations'
import { knownTitle, type DeletionPolicy, useDeletion } from './use-deletion'

const POLICIES: readonly { readonly value: DeletionPolicy; readonly label: string; readonly about: string }[] = [
  { value: 'Background', label: 'Background', about: 'Deletes the object now. Its dependents are deleted afterwards.' },
  {
    value: 'Foreground',
    label: 'Foreground',
    about: 'Deletes the dependents first. The object stays until they are gone.',
  },
  { value: 'Orphan', label: 'Orphan', about: 'Keeps the dependents and removes their owner reference.' },
]
/** Shows what a deletion includes and what delays it, deletes, and offers undo. */
export function DeleteDialog({
  objects,
  onClose,
}: {
  readonly objects: readonly Known[]
  readonly onClose: (deleted: boolean) => void
}) {
  const [policy, setPolicy] = useState<DeletionPolicy>('Background')
  const { run, busy, error, errors } = useDeletion(objects, policy, () => onClose(true))
  const spaces = new Set(
    objects.map((known) =>
      known.info.resource === 'namespaces' && !known.info.group ? known.meta.name : known.meta.namespace,
    ),
  )
  const relations = useRelations(spaces.size === 1 ? [...spaces][0] : undefined)
  const taken = useMemo(() => {
    const roots = new Set(objects.map((known) => known.meta.uid))
    const found = new Map<string, Known>()
    if (relations.data)
      for (const root of objects)
        for (const known of dependents(relations.data, root))
          if (!roots.has(known.meta.uid)) found.set(known.meta.uid ?? '', known)
    return [...found.values()]
  }, [relations.data, objects])
  const isNamespace = objects.some((known) => known.info.resource === 'namespaces' && !known.info.group)
  const goes = policy === 'Orphan' && !isNamespace ? [] : taken
  const held = [...objects, ...goes].filter((known) => (known.meta.finalizers ?? []).length > 0)
  const about = POLICIES.find((p) => p.value === policy)?.about
  const only = objects.length === 1 ? objects[0] : undefined
  return (
    <Dialog
      onClose={() => onClose(false)}
      title={only ? `Delete ${knownTitle(only)}?` : `Delete ${objects.length} objects?`}
      size="lg"
    >
      <div className="o-stack">
        {!only && <Names title="To be deleted" list={objects} />}
        <div>
          <SegmentedControl
            aria-label="Propagation policy"
            value={policy}
            onChange={(value) => setPolicy(value)}
            data={POLICIES.map(({ value, label }) => ({ value, label }))}
          />
          <p className="o-dim o-small o-note-below">
            {isNamespace ? 'Deleting a namespace deletes everything in it, whatever the policy.' : about}
          </p>
        </div>
        <UnreadKinds
          of={relations}
          missing="This dialog may not show everything that is deleted as well. You can delete anyway."
        />
        {relations.isPending ? (
          <Loading lines={2} label="Looking for dependents" />
        ) : goes.length ? (
          <Names title={`Also deletes ${goes.length} ${goes.length === 1 ? 'dependent' : 'dependents'}`} list={goes} />
        ) : (
          relations.data?.unread.length === 0 && <p className="o-flush">Nothing else will be deleted.</p>
        )}
        {held.length > 0 && (
          <div>
            <strong>Deletion will wait for these finalizers</strong>
            <ul className="o-small o-list-below">
              {held.slice(0, 20).map((known) => (
                <li key={known.meta.uid}>
                  {knownTitle(known)}: <code>{known.meta.finalizers?.join(', ')}</code>
                </li>
              ))}
            </ul>
          </div>
        )}
        {errors.map(({ known, error: refusal }) => (
          <ErrorMessage key={known.meta.uid} error={refusal}>
            {knownTitle(known)} was not deleted.
          </ErrorMessage>
        ))}
        {error !== undefined && <ErrorMessage error={error} />}
        <div className="o-row o-to-end">
          <Button variant="default" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button color="red" loading={busy} data-autofocus onClick={() => void run()}>
            {errors.length > 0 && !only ? `Delete the other ${errors.length}` : 'Delete'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Names({ title, list }: { readonly title: string; readonly list: readonly Known[] }) {
  return (
    <div>
      <strong>{title}</strong>
      <div className="o-chips o-short-list" tabIndex={0} role="group" aria-label={title}>
        {list.slice(0, 200).map((known) => (
          <span key={known.meta.uid} className="o-chip">
            {knownTitle(known)}
          </span>
        ))}
        {list.length > 200 && <span className="o-chip">and {list.length - 200} more</span>}
      </div>
    </div>
  )
}
