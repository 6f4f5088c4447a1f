import { useMemo, useRef, useState } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import type { GutterLine } from '../../components/editor/owner-gutter'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { objectYaml } from '../../components/editor/documents'
import { SET_BY_SERVER } from '../../components/ownership/describe'
import { useOwnerGutter } from '../../components/ownership/use-owner-gutter'
import type { ResourceInfo } from '../../queries/discovery'
import { download } from '../../state/download'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { toggleWrapLines } from '../../state/preferences'
import { ConflictDialog } from './ConflictDialog'
import { ReviewDialog } from './ReviewDialog'
import { YamlToolbar } from './YamlToolbar'
import { useYamlDraft } from './use-yaml-draft'
import { useYamlSave } from './use-yaml-save'
import { useYamlMarks } from './use-yaml-marks'

/** The name of the object's file: `deployment-web.yaml`. */
const fileName = ({ kind }: ResourceInfo, { metadata }: ApiObject): string =>
  `${kind.toLowerCase()}-${metadata.name ?? 'object'}.yaml`.replaceAll(/[^\w.-]/g, '-')

/** The object as text: edited as a draft, reviewed by dry run, saved against the version it is based on. */
export function YamlTab({
  info,
  object,
  gone,
  focus,
}: {
  readonly info: ResourceInfo
  readonly object: ApiObject
  readonly gone: boolean
  /** True if the user opened the tab to edit. */
  readonly focus: boolean
}) {
  const draft = useYamlDraft(info, object)
  const { id, text, mine, problem, kept, outdated } = draft
  const { look, save, busy, error, clear, review, closeReview, conflict, setConflict } = useYamlSave(info, draft)
  const managed = useQueryState()['managed'] === 'yes'
  const setQuery = useSetQuery()
  const hasManaged = (object.metadata.managedFields?.length ?? 0) > 0
  const whole = managed && hasManaged && !kept
  const shown = useMemo(() => (whole ? objectYaml(object, true) : text), [whole, object, text])
  const gutter = useOwnerGutter(object, shown)
  const [line, setLine] = useState(1)
  const atFirst = useRef(focus)
  const frame = useRef<HTMLDivElement>(null)
  useKeys([
    { keys: 'd', title: 'Review changes', run: () => void look() },
    { keys: 'w', title: 'Wrap long lines', run: toggleWrapLines },
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
        drafted={kept}
        outdated={outdated}
        savable={kept && problem === undefined && !gone}
        busy={busy}
        managed={hasManaged ? whole : undefined}
        onManaged={(shows) => setQuery({ managed: shows ? 'yes' : undefined })}
        download={{
          label: info.kind === 'Secret' ? 'Download with secret data' : 'Download',
          run: () => download(fileName(info, object), shown, 'application/yaml'),
        }}
        onMerge={() => setConflict(true)}
        onDiscard={draft.discard}
        onReview={() => void look()}
      />
      {error !== undefined && !review && <ErrorMessage error={error} />}
      <LazyYamlEditor
        id={whole ? `${id}#managed` : id}
        label={`${info.kind} ${object.metadata.name ?? ''} as YAML`}
        value={shown}
        onChange={(next) => {
          if (whole) return
          clear()
          draft.change(next)
        }}
        onSave={() => void look()}
        readOnly={gone || whole}
        autoFocus={atFirst.current}
        marks={marks}
        gutter={gutter}
        onLine={setLine}
      />
      <OwnersOfLine gutter={gutter} line={line} draft={kept} />
      {review && (
        <ReviewDialog
          live={object}
          review={review}
          busy={busy}
          error={error}
          onSave={() => void save()}
          onClose={closeReview}
        />
      )}
      {conflict && mine && (
        <ConflictDialog
          base={draft.base}
          mine={mine}
          theirs={object}
          onClose={() => setConflict(false)}
          onDecide={(decided) => {
            setConflict(false)
            draft.decide(decided)
          }}
        />
      )}
    </div>
  )
}

/** Owners of the cursor's line: the hover text, for keyboard users. */
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
      {draft &&
        sentences.some((sentence) => !sentence.endsWith(SET_BY_SERVER)) &&
        ' If you change this value, you become its owner.'}
    </p>
  )
}
