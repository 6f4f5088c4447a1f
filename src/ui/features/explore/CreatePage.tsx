import { Modal } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { StatusError } from '../../../client/status-error'
import type { ApiObject } from '../../../machinery/object'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { type ParsedDocument, parseDocuments } from '../../components/editor/documents'
import { fieldPosition, type Mark } from '../../components/editor/field-position'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { type Discovery, findKind } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useClient, useSession } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useKeys } from '../../state/keys'
import { objectPlace, type Place, useQueryState, useSetQuery } from '../../state/place'
import './explore.css'
import type { Template } from '../../../api/kinds/template'
import { useAction } from '../../state/use-action'
import { TEMPLATES } from './templates'
import { CreateSide, type DocumentOutcome, Templates } from './CreateSide'
import { CreateHead } from './CreateHead'
import { documentSender } from './send-document'
import { useCreated } from './use-created'
import { useManifestFiles } from './use-manifest-files'

const DRAFT = 'create'

const STARTS = (kind: string | undefined): string => {
  const [apiVersion, name] = kind?.split(' ') ?? []
  return name ? `apiVersion: ${apiVersion}\nkind: ${name}\nmetadata:\n  name: \n` : ''
}

/** Creates or applies the documents of a text in order. */
export function CreatePage() {
  const client = useClient()
  const session = useSession()
  const discovery = useDiscovery().data
  const query = useQueryState()
  const setQuery = useSetQuery()
  const draft = useDrafts((state) => state.drafts[DRAFT])
  const volatile = useDrafts((state) => state.volatile)
  const { keep, drop, settle } = useDrafts.getState()
  const asked = TEMPLATES.find((template) => template.id === query['template'])
  const [text, setText] = useState(() => draft?.text || asked?.yaml || STARTS(query['kind']))
  const [outcomes, setOutcomes] = useState<readonly DocumentOutcome[]>([])
  const { act, busy } = useAction('The manifests could not be sent')
  const mode = query['mode'] === 'apply' ? 'apply' : 'create'
  const namespace = query['ns'] ?? 'default'
  const documents = useMemo(() => parseDocuments(text), [text])
  const wanted = useRef(asked && draft?.text && draft.text !== asked.yaml ? asked : undefined)
  const seen = useRef(asked)
  // A link to another template was followed on this page.
  if (seen.current !== asked) {
    seen.current = asked
    wanted.current = asked
  }

  const change = (next: string): void => {
    setText(next)
    setOutcomes([])
    if (next.trim()) keep(DRAFT, next)
    else drop(DRAFT)
  }
  const append = (more: string): void => change(text.trim() ? `${text.trimEnd()}\n---\n${more}` : more)
  const add = (template: Template): void => append(template.yaml)
  const { read, over, drop: dropFiles } = useManifestFiles(append)
  useEffect(() => {
    // A template opened over a draft is appended to it, so that nothing typed is lost.
    if (wanted.current) add(wanted.current)
    wanted.current = undefined
  })

  // The namespace applies to objects that name none.
  const where = `${namespace}\n`
  const { created, note } = useCreated(where + text)
  const done = created && mode === 'create'

  const send = async (dryRun: boolean): Promise<void> => {
    if (busy || (done && !dryRun)) return
    const results: DocumentOutcome[] = []
    await act(async () => {
      for (const document of documents) {
        results.push(await sendOne(document, dryRun))
        setOutcomes([...results])
      }
    })
    if (!dryRun && results.length && results.every((r) => r.error === undefined)) {
      settle(DRAFT, text)
      const verb = mode === 'create' ? 'created' : 'applied'
      // With generateName, the same text can be created again.
      if (mode === 'create' && results.every(({ document }) => document.object?.metadata.name)) note(where + text)
      const only = results.length === 1 ? results[0] : undefined
      notifyWithUndo(
        session,
        only ? `${only.document.kind} ${nameOf(only.object)} ${verb}` : `${results.length} objects ${verb}`,
        { open: only && placeOf(discovery, only) },
      )
    }
  }
  const sendOne = documentSender({ discovery, namespace, mode, client })
  const marks = useMemo(() => marksOf(text, documents, outcomes), [text, documents, outcomes])
  const broken = documents.some((document) => document.problem)
  useKeys([
    { keys: 'd', title: 'Check with a dry run', run: () => void send(true) },
    { keys: 'Enter', title: 'Create', run: () => void send(false) },
  ])
  return (
    <div className={`o-page ${over ? 'o-drop' : ''}`} {...dropFiles}>
      <CreateHead
        onFiles={(files) => void read(files)}
        text={text}
        change={change}
        documents={documents}
        busy={busy}
        send={send}
        broken={broken}
        done={done}
        mode={mode}
      />
      <div className="o-page-body o-column">
        <div className="o-split">
          <LazyYamlEditor
            id="create"
            label="Objects to create, as YAML"
            value={text}
            onChange={change}
            onSave={() => void send(false)}
            marks={marks}
            autoFocus
          />
          <CreateSide
            mode={mode}
            setMode={(next) => setQuery({ mode: next === 'apply' ? next : undefined })}
            namespace={namespace}
            volatile={volatile}
            documents={documents}
            outcomes={outcomes}
            discovery={discovery}
            add={add}
          />
        </div>
      </div>
      <Modal
        opened={query['pick'] === 'template'}
        onClose={() => setQuery({ pick: undefined })}
        title="Templates"
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Templates
          onPick={(template) => {
            add(template)
            setQuery({ pick: undefined })
          }}
        />
      </Modal>
    </div>
  )
}

/** The page of an outcome's object. */
function placeOf(discovery: Discovery | undefined, { document, object }: DocumentOutcome): Place | undefined {
  const info = findKind(discovery, document.apiVersion, document.kind)
  return info && object && objectPlace(info, object.metadata.namespace, object.metadata.name ?? '')
}

/** namespace/name, or the name alone when the object is cluster-scoped. */
function nameOf(object: ApiObject | undefined): string {
  const { namespace, name = '' } = object?.metadata ?? {}
  return namespace ? `${namespace}/${name}` : name
}

function marksOf(text: string, documents: readonly ParsedDocument[], outcomes: readonly DocumentOutcome[]): Mark[] {
  return [
    ...documents.flatMap(({ problem }): Mark[] =>
      problem ? [{ from: problem.from, to: problem.to, message: problem.message, severity: 'error' }] : [],
    ),
    ...outcomes.flatMap(({ document, error, warnings }): Mark[] => [
      ...(error instanceof StatusError ? (error.details?.causes ?? []) : [])
        .filter((cause) => cause.field)
        .map((cause): Mark => ({
          ...fieldPosition(text, cause.field ?? '', document.index),
          message: cause.message ?? error?.toString() ?? '',
          severity: 'error',
        })),
      ...(warnings ?? []).flatMap((warning): Mark[] => {
        const field = /field "([^"]+)"/.exec(warning)?.[1]
        return field ? [{ ...fieldPosition(text, field, document.index), message: warning, severity: 'warning' }] : []
      }),
    ]),
  ]
}
