import { useMemo, useState } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { useClient, useSession } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { useAction } from '../../state/use-action'
import { isRole } from './rbac-drafts'
import { withObject } from './edit-rbac-drafts'
import { BENCH, documentId, useAccess, useRbacDrafts } from './context'
import { bindingObject, freeName } from './remedy'
import type { SaveOutcome } from './save'
import { type DraftReview, SaveDialog } from './SaveDialog'
import { DraftToolbar } from './DraftToolbar'
import { DraftSide, idOf } from './DraftSide'
import { NoDrafts } from './NoDrafts'
import { useDraftMarks } from './use-draft-marks'
import { useDraftReview } from './use-draft-review'

/** An editor for roles and bindings as one text, with the effect of saving it. */
export function DraftView() {
  const { drafts, stored, find, objects } = useAccess()
  const bench = useRbacDrafts()
  const client = useClient()
  const session = useSession()
  const { identity } = useIdentity()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const { act, busy, error } = useAction()
  const [review, setReview] = useState<DraftReview>()
  const [refusals, setRefusals] = useState<readonly SaveOutcome[]>([])
  const [saved, setSaved] = useState(false)
  const ns = query['ns'] || 'default'
  const chosen = drafts.find((document) => idOf(document) === query['doc']) ?? drafts[0]
  const sound = drafts.length > 0 && drafts.every(({ problem }) => !problem)

  const change = (text: string): void => {
    setRefusals([])
    setSaved(false)
    bench.set(text)
  }
  const add = (object: ApiObject): void => {
    change(withObject(bench.text, object))
    setQuery({ doc: documentId(object) })
  }
  const { look, save } = useDraftReview({
    sound,
    act,
    drafts,
    stored,
    client,
    setReview,
    setRefusals,
    setSaved,
    bench,
    session,
  })
  useKeys([{ keys: 'd', title: 'Review changes', run: () => void look() }])

  const marks = useDraftMarks({ drafts, refusals })
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
      <DraftToolbar
        choices={choices}
        add={add}
        newRole={newRole}
        newBinding={newBinding}
        change={change}
        sound={sound}
        busy={busy}
        reviewing={review !== undefined}
        look={look}
      />
      {error !== undefined && !review && <ErrorMessage error={error}>Nothing was saved.</ErrorMessage>}
      {bench.text === '' ? (
        <NoDrafts saved={saved} onCreate={() => newRole('Role')} />
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
          <DraftSide chosen={chosen} change={change} />
        </div>
      )}
      {review && (
        <SaveDialog
          review={review}
          who={identity.name}
          busy={busy}
          error={error}
          onSave={() => void save()}
          onClose={() => setReview(undefined)}
        />
      )}
    </>
  )
}
