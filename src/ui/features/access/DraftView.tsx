import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { useMemo, useState } from 'react'
import { StatusError } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { Icon } from '../../components/Icon'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { Empty } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { fieldPosition, type Mark } from '../../components/editor/field-position'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { useClient, useSession } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { type RbacDraft, isRole, withObject, withoutDocument } from './rbac-drafts'
import { Consequences } from './Consequences'
import { BENCH, documentId, useAccess, useRbacDrafts } from './context'
import { bindingObject, freeName } from './remedy'
import { RuleForm } from './RuleForm'
import { changesOf, type Outcome, sendChange } from './save'
import { SaveDialog } from './SaveDialog'
import { useAction } from '../../state/use-action'

const idOf = ({ kind, namespace, name }: RbacDraft): string => [kind, namespace, name].join('/')

/** Roles and bindings edited as one text, with what saving it would do to everybody. */
export function DraftView() {
  const { drafts, stored, find, objects } = useAccess()
  const bench = useRbacDrafts()
  const client = useClient()
  const session = useSession()
  const { identity } = useIdentity()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const { act, busy } = useAction('The drafts could not be sent')
  const [review, setReview] = useState<readonly Outcome[]>()
  const [refusals, setRefusals] = useState<readonly Outcome[]>([])
  const ns = query['ns'] || 'default'
  const chosen = drafts.find((document) => idOf(document) === query['doc']) ?? drafts[0]
  const sound = drafts.length > 0 && drafts.every(({ problem }) => !problem)

  const change = (text: string): void => {
    setRefusals([])
    bench.set(text)
  }
  const add = (object: ApiObject): void => {
    change(withObject(bench.text, object))
    setQuery({ doc: documentId(object) })
  }
  const look = async (): Promise<void> => {
    if (!sound) return
    await act(async () => {
      const outcomes: Outcome[] = []
      for (const one of changesOf(drafts, stored)) outcomes.push(await sendChange(client, one, true))
      setReview(outcomes)
      setRefusals(outcomes.filter(({ error }) => error !== undefined))
    })
  }
  const save = (): Promise<boolean> =>
    act(async () => {
      const done: Outcome[] = []
      const refused: Outcome[] = []
      for (const one of changesOf(drafts, stored)) {
        const outcome = await sendChange(client, one, false)
        ;(outcome.error === undefined ? done : refused).push(outcome)
      }
      setReview(refused.length > 0 ? refused : undefined)
      setRefusals(refused)
      // What could not be saved stays drafted.
      const saved = done.map((outcome) => outcome.change.document.index).sort((a, b) => b - a)
      bench.set(saved.reduce(withoutDocument, bench.text))
      if (done.length > 0) offerUndo(done)
    })
  const offerUndo = (done: readonly Outcome[]): void => {
    const [first] = done
    const what =
      done.length > 1 ? `${done.length} objects` : `${first?.change.kind ?? ''} ${first?.change.document.name ?? ''}`
    notifyWithUndo(session, `${what} saved`)
  }
  useKeys([{ keys: 'd', title: 'Review changes', run: () => void look() }])

  const marks = useMemo(
    (): Mark[] => [
      ...drafts.flatMap(({ problem }): Mark[] => (problem ? [{ ...problem, severity: 'error' }] : [])),
      ...refusals.flatMap(({ change: { document }, error }) =>
        error instanceof StatusError
          ? (error.details?.causes ?? []).flatMap((cause): Mark[] => {
              if (!cause.field) return []
              const { from, to } = fieldPosition(document.text, cause.field)
              return [
                { from: document.from + from, to: document.from + to, message: cause.message ?? '', severity: 'error' },
              ]
            })
          : [],
      ),
    ],
    [drafts, refusals],
  )
  const newRole = (kind: 'Role' | 'ClusterRole'): void =>
    add({
      apiVersion: 'rbac.authorization.orch.io/v1',
      kind,
      metadata: {
        name: freeName(find, kind, kind === 'Role' ? ns : '', 'new-role'),
        ...(kind === 'Role' && { namespace: ns }),
      },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }],
    })
  const newBinding = (): void => {
    const role = [...drafts].reverse().find(({ kind, problem }) => isRole(kind) && !problem)
    const where = role ? role.namespace : ns
    const kind = where ? 'RoleBinding' : 'ClusterRoleBinding'
    add(
      bindingObject(
        where,
        freeName(find, kind, where, role?.name ?? 'new', 'binding'),
        role ?? { kind: 'ClusterRole', name: 'view' },
        [{ kind: 'User', apiGroup: 'rbac.authorization.orch.io', name: 'alice' }],
      ),
    )
  }
  const choices = useMemo(
    () =>
      ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'].map((kind) => ({
        group: kind,
        items: objects
          .filter((object) => object.kind === kind)
          .map((object) => ({
            value: documentId(object),
            label: [object.metadata.namespace, object.metadata.name].filter(Boolean).join('/'),
          })),
      })),
    [objects],
  )
  return (
    <>
      <div className="o-toolbar o-access-bar">
        <Select
          size="xs"
          w="15rem"
          label="Edit a role or binding"
          placeholder="Search"
          searchable
          data={choices}
          value={null}
          limit={200}
          maxDropdownHeight={360}
          onChange={(id) => {
            const object = objects.find((one) => documentId(one) === id)
            if (object) add(object)
          }}
        />
        <Button size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={() => newRole('Role')}>
          Role
        </Button>
        <Button size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={() => newRole('ClusterRole')}>
          ClusterRole
        </Button>
        <Button size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={newBinding}>
          Binding
        </Button>
        <span className="o-grow" />
        {drafts.length > 0 && (
          <Button size="xs" variant="default" leftSection={<Icon name="undo" />} onClick={() => change('')}>
            Discard all drafts
          </Button>
        )}
        <Button size="xs" disabled={!sound} loading={busy && !review} onClick={() => void look()}>
          Review and save
        </Button>
      </div>
      {bench.text === '' ? (
        <Empty
          title="No drafts"
          icon="edit"
          actions={
            <Button leftSection={<Icon name="plus" />} onClick={() => newRole('Role')}>
              Create a Role
            </Button>
          }
        >
          Edit an existing role or binding, or create one. As you type, the page shows who gains and loses which
          permissions. Nothing is applied until you save.
        </Empty>
      ) : (
        <div className="o-page-body o-split o-draft">
          <LazyYamlEditor
            id={BENCH}
            label="Drafted roles and bindings as YAML"
            value={bench.text}
            onChange={change}
            onSave={() => void look()}
            marks={marks}
          />
          <div className="o-draft-side" role="region" aria-label="Drafts and their changes" tabIndex={0}>
            <section className="o-panel" aria-label="Drafts">
              <header>
                <h2>Drafts</h2>
                <span className="o-grow" />
                <span className="o-dim o-small">saved as {identity.name}</span>
              </header>
              <ul className="o-plain o-panel-body">
                {drafts.map((document) => (
                  <Draft
                    key={document.index}
                    document={document}
                    chosen={document === chosen}
                    onChoose={() => setQuery({ doc: idOf(document) })}
                    onRemove={() => change(withoutDocument(bench.text, document.index))}
                    onTake={(object) => change(withObject(bench.text, object))}
                  />
                ))}
              </ul>
            </section>
            {chosen && isRole(chosen.kind) && chosen.object && (
              <section className="o-panel" aria-label={`Rules of ${chosen.name}`}>
                <header>
                  <h2>
                    Rules of <span className="o-mono">{chosen.name}</span>
                  </h2>
                </header>
                <div className="o-panel-body">
                  <RuleForm document={chosen} text={bench.text} onChange={change} />
                </div>
              </section>
            )}
            <section className="o-panel" aria-label="Effect of the drafts">
              <header>
                <h2>Effect</h2>
              </header>
              <Consequences />
            </section>
          </div>
        </div>
      )}
      {review && (
        <SaveDialog
          outcomes={review}
          who={identity.name}
          busy={busy}
          onSave={() => void save()}
          onClose={() => setReview(undefined)}
        />
      )}
    </>
  )
}

/** One draft in the list: new or changed, and whether somebody changed the stored one meanwhile. */
function Draft({
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
        <Tooltip label="Discard this draft">
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Discard draft ${name || document.index + 1}`}
            onClick={onRemove}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </Tooltip>
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
