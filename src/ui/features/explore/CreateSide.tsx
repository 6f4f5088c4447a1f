import { SegmentedControl, Select } from '@mantine/core'
import { isStatus, StatusError } from '../../../client/status-error'
import type { ApiObject } from '../../../machinery/object'
import { ErrorNotice } from '../../components/ErrorNotice'
import { Go } from '../../components/Go'
import { Verdict } from '../../components/Verdict'
import type { ParsedDocument } from '../../components/editor/documents'
import { type Discovery, findKind, type ResourceInfo } from '../../queries/discovery'
import { useNamespaces } from '../../queries/namespaces'
import { labPlace } from '../../state/lab-place'
import { objectPlace, useSetQuery } from '../../state/place'
import type { Template } from '../../../api/kinds/template'
import { WarningText } from '../../components/lesson/Taught'
import { TEMPLATES } from './templates'

/** What to do if the creation is refused because the object exists. */
function WayOn({
  outcome: { document, info, error },
  namespace,
}: {
  readonly outcome: DocumentOutcome
  readonly namespace: string
}) {
  if (!info || !document.name) return null
  const at = info.namespaced ? (document.namespace ?? namespace) : undefined
  if (isStatus(error, 'AlreadyExists'))
    return (
      <p className="o-flush">
        Choose another name, or <Go place={objectPlace(info, at, document.name)}>open the existing object</Go>. Apply
        (PATCH) changes it instead of creating it.
      </p>
    )
  if (isStatus(error, 'Conflict'))
    return (
      <p className="o-flush">
        <Go place={labPlace(info, at, document.name)}>Resolve the conflict in the apply lab</Go>
      </p>
    )
  return null
}

function DocumentList({
  documents,
  outcomes,
  discovery,
  namespace,
}: {
  readonly documents: readonly ParsedDocument[]
  readonly outcomes: readonly DocumentOutcome[]
  readonly discovery: Discovery | undefined
  readonly namespace: string
}) {
  if (!documents.length) return null
  return (
    <ul className="o-stack o-flush o-no-marks o-no-padding" aria-label="Documents" aria-live="polite">
      {documents.map((document) => {
        const outcome = outcomes.find((o) => o.document.index === document.index)
        const info = findKind(discovery, document.apiVersion, document.kind)
        const made = outcome?.object
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
              <div className="o-small o-note-below">
                <ErrorNotice error={outcome.error} withCode={false} />
                <WayOn outcome={outcome} namespace={namespace} />
              </div>
            )}
            {outcome?.warnings?.map((warning, i) => (
              <div key={i} className="o-small o-tone o-tone-changed o-note-close">
                <WarningText text={warning} />
              </div>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

/** Buttons for all templates. */
export function Templates({ onPick }: { readonly onPick: (template: Template) => void }) {
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

/** What came of sending one document. */
export interface DocumentOutcome {
  readonly document: ParsedDocument
  readonly info?: ResourceInfo
  readonly object?: ApiObject
  readonly error?: unknown
  readonly dryRun: boolean
  readonly warnings?: readonly string[]
}

/** How the manifests are sent, and the outcome of each. */
export function CreateSide({
  mode,
  setMode,
  namespace,
  volatile,
  documents,
  outcomes,
  discovery,
  add,
}: {
  readonly mode: 'create' | 'apply'
  readonly setMode: (next: 'create' | 'apply') => void
  readonly namespace: string
  readonly volatile: boolean
  readonly documents: ParsedDocument[]
  readonly outcomes: readonly DocumentOutcome[]
  readonly discovery: Discovery | undefined
  readonly add: (template: Template) => void
}) {
  const namespaces = useNamespaces()
  const setQuery = useSetQuery()
  return (
    <div className="o-stack o-scrolls">
      <div className="o-row wrap">
        <SegmentedControl
          aria-label="Request method"
          value={mode}
          onChange={(value) => setMode(value === 'apply' ? 'apply' : 'create')}
          data={[
            { value: 'create', label: 'Create (POST)' },
            { value: 'apply', label: 'Apply (PATCH)' },
          ]}
        />
        <Select
          w={170}
          aria-label="Default namespace"
          allowDeselect={false}
          searchable
          data={namespaces.includes(namespace) ? [...namespaces] : [...namespaces, namespace]}
          value={namespace}
          onChange={(value) => setQuery({ ns: value ?? undefined })}
        />
      </div>
      {volatile && <p className="o-dim">The browser’s storage is full. This draft is lost when you close the page.</p>}
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
  )
}
