import { Button, Modal, SegmentedControl, Select } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pathOf, StatusError, statusErrorOf } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { messageOf } from '../../state/message'
import { Verdict } from '../../components/Verdict'
import { type ParsedDocument, parseDocuments } from '../../components/editor/documents'
import { fieldPosition, type Mark } from '../../components/editor/field-position'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { type Discovery, findKind, type ResourceInfo, useDiscovery } from '../../queries/discovery'
import { useNamespaces } from '../../queries/namespaces'
import { useClient, useSession, warningsOf } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useKeys } from '../../state/keys'
import { objectPlace, useQueryState, useSetQuery } from '../../state/place'
import './explore.css'
import { type Template, TEMPLATES } from './templates'
import { useAction } from '../../state/use-action'

const DRAFT = 'create'
const MANAGER = 'orchard-page'

interface Outcome {
  readonly document: ParsedDocument
  readonly info?: ResourceInfo
  readonly object?: ApiObject
  readonly error?: unknown
  readonly dryRun: boolean
  readonly warnings?: readonly string[]
}

const STARTS = (kind: string | undefined): string => {
  const [apiVersion, name] = kind?.split(' ') ?? []
  return name ? `apiVersion: ${apiVersion}\nkind: ${name}\nmetadata:\n  name: \n` : ''
}

/** Creates or applies the documents of a text, one after the other. */
export function CreatePage() {
  const client = useClient()
  const session = useSession()
  const discovery = useDiscovery().data
  const namespaces = useNamespaces()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const draft = useDrafts((state) => state.drafts[DRAFT])
  const volatile = useDrafts((state) => state.volatile)
  const { keep, drop, settle } = useDrafts.getState()
  const asked = TEMPLATES.find((template) => template.id === query['template'])
  const [text, setText] = useState(() => draft?.text || asked?.yaml || STARTS(query['kind']))
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const { act, busy } = useAction('The manifests could not be sent')
  const [mode, setMode] = useState<'create' | 'apply'>('create')
  const namespace = query['ns'] ?? 'default'
  const documents = useMemo(() => parseDocuments(text), [text])
  const wanted = useRef(asked && draft?.text && draft.text !== asked.yaml ? asked : undefined)

  const change = (next: string): void => {
    setText(next)
    setOutcomes([])
    if (next.trim()) keep(DRAFT, next)
    else drop(DRAFT)
  }
  const add = (template: Template): void =>
    change(text.trim() ? `${text.trimEnd()}\n---\n${template.yaml}` : template.yaml)
  useEffect(() => {
    // A template was asked for while another draft lies here: it joins the draft, which stays whole.
    if (wanted.current) add(wanted.current)
    wanted.current = undefined
  })

  const send = async (dryRun: boolean): Promise<void> => {
    if (busy) return
    const results: Outcome[] = []
    await act(async () => {
      for (const document of documents) {
        results.push(await sendOne(document, dryRun))
        setOutcomes([...results])
      }
    })
    if (!dryRun && results.length && results.every((r) => r.error === undefined)) {
      settle(DRAFT, text)
      const verb = mode === 'create' ? 'created' : 'applied'
      notifyWithUndo(
        session,
        results.length === 1
          ? `${results[0]?.document.kind ?? ''} ${nameOf(results[0]?.object)} ${verb}`
          : `${results.length} objects ${verb}`,
      )
    }
  }
  const sendOne = async (document: ParsedDocument, dryRun: boolean): Promise<Outcome> => {
    const base = { document, dryRun }
    if (document.problem) return { ...base, error: new Error(document.problem.message) }
    const info = findKind(discovery, document.apiVersion, document.kind)
    if (!info)
      return {
        ...base,
        error: new Error(
          document.kind
            ? `Kind ${document.kind} is not served in ${document.apiVersion || '(no apiVersion)'}.`
            : 'This document has no kind.',
        ),
      }
    const target = { ...info, namespace: info.namespaced ? (document.namespace ?? namespace) : undefined }
    const query = { ...(dryRun && { dryRun: 'All' }), fieldManager: MANAGER }
    try {
      const [method, path, contentType] =
        mode === 'create'
          ? (['POST', pathOf(target), 'application/yaml'] as const)
          : (['PATCH', pathOf(target, document.name), 'application/apply-patch+yaml'] as const)
      const response = await client.raw(method, path, document.text, { query, contentType })
      if (!response.ok) return { ...base, info, error: await statusErrorOf(response) }
      const warnings = warningsOf(response)
      return { ...base, info, object: (await response.json()) as ApiObject, ...(warnings.length && { warnings }) }
    } catch (error) {
      return { ...base, info, error }
    }
  }
  const marks = useMemo(() => marksOf(text, documents, outcomes), [text, documents, outcomes])
  const broken = documents.some((document) => document.problem)
  useKeys([
    { keys: 'd', title: 'Check with a dry run', run: () => void send(true) },
    { keys: 'Enter', title: 'Create', run: () => void send(false) },
  ])
  return (
    <div className="o-page">
      <PageHead
        title="Create"
        about="Paste or write one or more YAML manifests, with completion as you type. A dry run shows what the server would store, or why it would reject it."
      >
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="list" />}
          onClick={() => setQuery({ pick: 'template' })}
        >
          Templates
        </Button>
        {text && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              change('')
              setQuery({ template: undefined, kind: undefined })
            }}
          >
            Discard
          </Button>
        )}
        <Button size="xs" variant="default" disabled={!documents.length} loading={busy} onClick={() => void send(true)}>
          Dry run
        </Button>
        <Button size="xs" disabled={!documents.length || broken} loading={busy} onClick={() => void send(false)}>
          {mode === 'create' ? 'Create' : 'Apply'} {documents.length > 1 ? documents.length : ''}
        </Button>
      </PageHead>
      <div className="o-page-body" style={{ display: 'flex', flexDirection: 'column' }}>
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
          <div className="o-stack" style={{ overflow: 'auto' }}>
            <div className="o-row wrap">
              <SegmentedControl
                size="xs"
                aria-label="Request method"
                value={mode}
                onChange={(value) => setMode(value === 'apply' ? 'apply' : 'create')}
                data={[
                  { value: 'create', label: 'Create (POST)' },
                  { value: 'apply', label: 'Apply (PATCH)' },
                ]}
              />
              <Select
                size="xs"
                w={170}
                aria-label="Default namespace"
                allowDeselect={false}
                searchable
                data={namespaces.includes(namespace) ? [...namespaces] : [...namespaces, namespace]}
                value={namespace}
                onChange={(value) => setQuery({ ns: value ?? undefined })}
              />
            </div>
            {volatile && (
              <p className="o-dim">The browser’s storage is full. This draft is lost when you close the page.</p>
            )}
            <DocumentList documents={documents} outcomes={outcomes} discovery={discovery} namespace={namespace} />
            {!documents.length && (
              <div className="o-panel">
                <header>
                  <h2>Start from a template</h2>
                </header>
                <div className="o-panel-body">
                  <Templates onPick={add} />
                </div>
              </div>
            )}
          </div>
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

/** namespace/name, or the name alone when the object is cluster-scoped. */
function nameOf(object: ApiObject | undefined): string {
  const { namespace, name = '' } = object?.metadata ?? {}
  return namespace ? `${namespace}/${name}` : name
}

function Templates({ onPick }: { readonly onPick: (template: Template) => void }) {
  return (
    <div className="o-templates">
      {TEMPLATES.map((template) => (
        <button key={template.id} type="button" onClick={() => onPick(template)}>
          {template.title}
          <span>{template.about}</span>
        </button>
      ))}
    </div>
  )
}

function marksOf(text: string, documents: readonly ParsedDocument[], outcomes: readonly Outcome[]): Mark[] {
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

function DocumentList({
  documents,
  outcomes,
  discovery,
  namespace,
}: {
  readonly documents: readonly ParsedDocument[]
  readonly outcomes: readonly Outcome[]
  readonly discovery: Discovery | undefined
  readonly namespace: string
}) {
  if (!documents.length) return null
  return (
    <ul
      className="o-stack"
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
      aria-label="Documents"
      aria-live="polite"
    >
      {documents.map((document) => {
        const outcome = outcomes.find((o) => o.document.index === document.index)
        const info = findKind(discovery, document.apiVersion, document.kind)
        const made = outcome?.object
        const causes = outcome?.error instanceof StatusError ? (outcome.error.details?.causes ?? []) : []
        return (
          <li key={document.index} className="o-panel o-panel-body">
            <div className="o-row">
              <span className="o-grow">
                <strong>{document.kind || 'No kind'}</strong>{' '}
                {made && info && !outcome.dryRun ? (
                  <Go className="o-mono" place={objectPlace(info, made.metadata.namespace, made.metadata.name ?? '')}>
                    {made.metadata.name}
                  </Go>
                ) : (
                  <span className="o-mono">{document.name}</span>
                )}
                <div className="o-dim o-tiny">
                  {info
                    ? info.namespaced
                      ? `in ${document.namespace ?? namespace}`
                      : 'cluster-scoped'
                    : document.apiVersion}
                </div>
              </span>
              {document.problem ? (
                <Verdict tone="refused">invalid YAML</Verdict>
              ) : outcome?.error !== undefined ? (
                <Verdict tone="refused">
                  {outcome.error instanceof StatusError ? `${outcome.error.code} ${outcome.error.reason}` : 'not sent'}
                </Verdict>
              ) : made ? (
                <Verdict tone="allowed">{outcome.dryRun ? 'valid (dry run)' : 'stored'}</Verdict>
              ) : null}
            </div>
            {outcome?.error !== undefined && (
              <p className="o-small o-break" style={{ margin: '0.375rem 0 0' }}>
                {messageOf(outcome.error)}
              </p>
            )}
            {causes.length > 1 && (
              <ul className="o-small" style={{ margin: '0.25rem 0 0', paddingLeft: '1.125rem' }}>
                {causes.map((cause, i) => (
                  <li key={i} className="o-break">
                    <code>{cause.field}</code> {cause.message}
                  </li>
                ))}
              </ul>
            )}
            {outcome?.warnings?.map((warning, i) => (
              <p key={i} className="o-small o-tone o-tone-changed" style={{ margin: '0.25rem 0 0' }}>
                {warning}
              </p>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
