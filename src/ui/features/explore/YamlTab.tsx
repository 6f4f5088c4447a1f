import { useMemo, useRef, useState } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import { objectYaml, parseDocuments } from '../../components/editor/documents'
import type { GutterLine } from '../../components/editor/owner-gutter'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { useOwnerGutter } from '../../components/ownership/use-owner-gutter'
import type { ResourceInfo } from '../../queries/discovery'
import { useClient, useSession } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useKeys } from '../../state/keys'
import { ConflictDialog } from './ConflictDialog'
import { draftId } from './draft-id'
import { type Review, ReviewDialog } from './ReviewDialog'
import { parseJson, writeJson } from '../../../machinery/json-text'
import { useAction } from '../../state/use-action'
import { YamlToolbar } from './YamlToolbar'
import { useYamlSave } from './use-yaml-save'
import { useYamlMarks } from './use-yaml-marks'
import { problemOf } from './yaml-problem'

/** The object as text: edited as a draft, reviewed by a dry run, saved against the version that it was read at. */
export function YamlTab({
  info,
  object,
  gone,
  focus,
}: {
  readonly info: ResourceInfo
  readonly object: ApiObject
  readonly gone: boolean
  /** The person came to type. */
  readonly focus: boolean
}) {
  const client = useClient()
  const session = useSession()
  const { name = '', namespace } = object.metadata
  const id = draftId(info, namespace, name)
  const draft = useDrafts((state) => state.drafts[id])
  const { keep, drop, settle } = useDrafts.getState()
  const current = useMemo(() => objectYaml(object), [object])
  const text = draft?.text ?? current
  const gutter = useOwnerGutter(object, text)
  const [line, setLine] = useState(1)
  const { act, busy, error, clear } = useAction()
  const [review, setReview] = useState<Review>()
  const [conflict, setConflict] = useState(false)
  const base = useMemo(
    () => (draft?.base === undefined ? object : (parseJson(draft.base) as ApiObject)),
    [draft?.base, object],
  )
  const outdated = draft !== undefined && base.metadata.resourceVersion !== object.metadata.resourceVersion
  const parsed = useMemo(() => parseDocuments(text), [text])
  const problem = problemOf({ parsed })
  const mine = problem ? undefined : parsed[0]?.object

  const change = (next: string): void => {
    clear()
    if (next === current && !draft) return
    if (next === objectYaml(base) && !outdated) drop(id)
    else keep(id, next, draft?.base ?? writeJson(object))
  }
  const { look, save } = useYamlSave({
    client,
    info,
    namespace,
    name,
    act,
    setConflict,
    text,
    mine,
    setReview,
    settle,
    id,
    session,
  })
  const atFirst = useRef(focus)
  const frame = useRef<HTMLDivElement>(null)
  useKeys([
    { keys: 'd', title: 'Review changes', run: () => void look() },
    {
      keys: 'e',
      title: 'Edit',
      run: () => frame.current?.querySelector<HTMLElement>('.monaco-editor [role="textbox"], textarea')?.focus(),
    },
  ])
  const marks = useYamlMarks({ problem, error, text })
  return (
    <div className="o-stack o-fill" ref={frame}>
      <YamlToolbar
        draft={draft}
        outdated={outdated}
        setConflict={setConflict}
        drop={drop}
        id={id}
        problem={problem}
        gone={gone}
        busy={busy}
        look={look}
      />
      {error !== undefined && <ErrorMessage error={error} />}
      <LazyYamlEditor
        id={id}
        label={`${info.kind} ${name} as YAML`}
        value={text}
        onChange={change}
        onSave={() => void look()}
        readOnly={gone}
        autoFocus={atFirst.current}
        marks={marks}
        gutter={gutter}
        onLine={setLine}
      />
      <OwnersOfLine gutter={gutter} line={line} draft={draft !== undefined} />
      {review && (
        <ReviewDialog
          live={object}
          review={review}
          busy={busy}
          onSave={() => void save()}
          onClose={() => setReview(undefined)}
        />
      )}
      {conflict && mine && (
        <ConflictDialog
          base={base}
          mine={mine}
          theirs={object}
          onClose={() => setConflict(false)}
          onDecide={(decided) => {
            setConflict(false)
            if (decided === undefined) drop(id)
            else keep(id, objectYaml(decided), writeJson(object))
          }}
        />
      )}
    </div>
  )
}

/** Who owns the line that the cursor stands on: what hovering over it says, for those who don't hover. */
function OwnersOfLine({
  gutter,
  line,
  draft,
}: {
  readonly gutter: readonly GutterLine[]
  readonly line: number
  readonly draft: boolean
}) {
  const sentences = gutter.find((each) => each.line === line)?.hover ?? []
  return (
    <p className="o-small o-dim o-break o-flush o-line-high" role="status">
      {sentences.length ? `Line ${line}. ${sentences.join(' ')}` : `Line ${line}.`}
      {draft && sentences.length > 0 && ' If you change this value, you become its owner.'}
    </p>
  )
}
