import { Word } from '../../components/terms/Explained'
import type { ApiObject, ObjectMeta } from '../../../machinery/object'
import { CopyButton } from '../../components/CopyButton'
import { Go } from '../../components/Go'
import { Age } from '../../components/time'
import { findKind, type Discovery, type ResourceInfo } from '../../queries/discovery'
import { objectPlace } from '../../state/place'
import { ScaleForm } from './ScaleForm'
import { Finalizers } from './Finalizers'
import { TableCells } from './TableCells'

function Chips({ entries }: { readonly entries: Readonly<Record<string, string>> | undefined }) {
  const pairs = Object.entries(entries ?? {})
  if (!pairs.length) return <span className="o-faint">none</span>
  return (
    <span className="o-chips">
      {pairs.map(([key, value]) => (
        <span key={key} className="o-chip" title={value}>
          {key}={value.length > 90 ? `${value.slice(0, 90)}…` : value}
        </span>
      ))}
    </span>
  )
}

/** Facts common to all kinds. */
export function FactsPanel({
  info,
  metadata,
  object,
  discovery,
}: {
  readonly info: ResourceInfo
  readonly metadata: ObjectMeta
  readonly object: ApiObject
  readonly discovery: Discovery | undefined
}) {
  return (
    <section className="o-panel" aria-label="Facts">
      <header>
        <h2>{info.kind}</h2>
        <span className="o-grow" />
        <CopyButton text={() => metadata.uid ?? ''} label="Copy UID" />
      </header>
      <div className="o-panel-body">
        <dl className="o-facts">
          <TableCells info={info} object={object} />
          <dt>Created</dt>
          <dd>
            <Age since={metadata.creationTimestamp} /> ago{' '}
            <span className="o-dim o-small">{metadata.creationTimestamp}</span>
          </dd>
          <dt>
            <Word id="resource-version">resourceVersion</Word>
          </dt>
          <dd className="o-mono">
            {metadata.resourceVersion}
            {metadata.generation !== undefined && <span className="o-dim"> generation {metadata.generation}</span>}
          </dd>
          <dt>
            <Word id="uid">UID</Word>
          </dt>
          <dd className="o-mono o-dim">{metadata.uid}</dd>
          {metadata.ownerReferences && (
            <>
              <dt>
                <Word id="owner-reference">Owned by</Word>
              </dt>
              <dd>
                {metadata.ownerReferences.map((owner) => {
                  const kind = findKind(discovery, owner.apiVersion, owner.kind)
                  return (
                    <div key={owner.uid}>
                      {kind ? (
                        <Go
                          place={objectPlace(kind, kind.namespaced ? metadata.namespace : undefined, owner.name)}
                        >{`${owner.kind} ${owner.name}`}</Go>
                      ) : (
                        `${owner.kind} ${owner.name}`
                      )}
                      {owner.controller && <span className="o-dim"> controller</span>}
                    </div>
                  )
                })}
              </dd>
            </>
          )}
          {metadata.deletionTimestamp && (
            <>
              <dt>Deletion requested</dt>
              <dd>
                <Age since={metadata.deletionTimestamp} /> ago, waiting for finalizers
              </dd>
            </>
          )}
          {(metadata.finalizers ?? []).length > 0 && (
            <>
              <dt>
                <Word id="finalizer">Finalizers</Word>
              </dt>
              <Finalizers info={info} object={object} />
            </>
          )}
          <dt>
            <Word id="label">Labels</Word>
          </dt>
          <dd>
            <Chips entries={metadata.labels} />
          </dd>
          <dt>
            <Word id="annotation">Annotations</Word>
          </dt>
          <dd>
            <Chips entries={metadata.annotations} />
          </dd>
        </dl>
        {info.subresources.some((sub) => sub.name === 'scale') && <ScaleForm info={info} object={object} />}
      </div>
    </section>
  )
}
