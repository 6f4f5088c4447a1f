import { ActionIcon } from '@mantine/core'
import type { ApiObject } from '../../../machinery/object'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { Tip } from '../../components/Tip'
import type { RbacDraft } from './rbac-drafts'
import { useAccess } from './context'

/** A draft in the list: new or changed, and whether the stored object has changed meanwhile. */
export function DraftRow({
  document,
  chosen,
  onChoose,
  onRemove,
  onTake,
}: {
  readonly document: RbacDraft
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly onRemove: () => void
  readonly onTake: (object: ApiObject) => void
}) {
  const { stored } = useAccess()
  const { object, problem, kind, namespace, name } = document
  const live = object && stored(object.kind, namespace, name)
  const version = object?.metadata.resourceVersion
  const behind = live !== undefined && version !== undefined && String(version) !== live.metadata.resourceVersion
  return (
    <li>
      <div className="o-row">
        <button type="button" className="o-link o-break" aria-pressed={chosen} onClick={onChoose}>
          <span className="o-dim">{kind || 'Document'}</span>{' '}
          <span className="o-mono">{namespace ? `${namespace}/${name}` : name || document.index + 1}</span>
        </button>
        <Verdict tone={problem ? 'refused' : live ? 'changed' : 'allowed'}>
          {problem ? 'invalid' : live ? 'edited' : 'new'}
        </Verdict>
        <span className="o-grow" />
        <Tip label="Discard this draft">
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Discard draft ${name || document.index + 1}`}
            onClick={onRemove}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </Tip>
      </div>
      {problem && <div className="o-small o-tone o-tone-refused o-break">{problem.message}</div>}
      {behind && object && (
        <div className="o-row wrap o-small">
          <Verdict tone="waiting">changed on the server</Verdict>
          <button
            type="button"
            className="o-link"
            onClick={() =>
              onTake({
                ...object,
                metadata: { ...object.metadata, resourceVersion: live.metadata.resourceVersion ?? '' },
              })
            }
          >
            Keep mine
          </button>
          <button type="button" className="o-link" onClick={() => onTake(live)}>
            Use theirs
          </button>
        </div>
      )}
    </li>
  )
}
