import { Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Word } from '../../components/terms/Explained'
import { pathOf } from '../../../client/targets'
import { at } from '../../../machinery/json'
import type { ApiObject, ObjectMeta } from '../../../machinery/object'
import { CopyButton } from '../../components/CopyButton'
import { Go } from '../../components/Go'
import { notifyError } from '../../state/notify'
import { Age } from '../../components/time'
import { findKind, type Discovery, type ResourceInfo } from '../../queries/discovery'
import type { TableColumn } from '../../queries/live-table'
import { useClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { objectPlace } from '../../state/place'
import { cellText, isAge } from './rows'

/** Replicas through the scale subresource. */
function Scale({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const client = useClient()
  const now = Number(at(object, 'spec', 'replicas') ?? 0)
  const [wanted, setWanted] = useState<number>()
  const { act, busy } = useAction('Scaling failed')
  const { name = '', namespace } = object.metadata
  const send = async (): Promise<void> => {
    await act(async () => {
      await client.patch(
        { ...info, namespace },
        name,
        'merge',
        { spec: { replicas: wanted } },
        { subresource: 'scale' },
      )
      setWanted(undefined)
    })
  }
  return (
    <form
      className="o-row o-below-far"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <NumberInput
        w={110}
        min={0}
        aria-label="Desired replicas"
        value={wanted ?? now}
        onChange={(value) => setWanted(typeof value === 'number' ? value : undefined)}
      />
      <Button type="submit" variant="default" loading={busy} disabled={wanted === undefined || wanted === now}>
        Scale
      </Button>
    </form>
  )
}

/** Finalizers with buttons to remove them: they block deletion as long as no controller removes them. */
function Finalizers({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const client = useClient()
  const { name = '', namespace, finalizers = [], resourceVersion } = object.metadata
  const remove = (finalizer: string): void => {
    client
      .patch({ ...info, namespace }, name, 'merge', {
        metadata: { resourceVersion, finalizers: finalizers.filter((other) => other !== finalizer) },
      })
      .catch((error: unknown) => notifyError('Could not remove the finalizer', error))
  }
  return (
    <span className="o-chips">
      {finalizers.map((finalizer) => (
        <span key={finalizer} className="o-chip">
          {finalizer}
          {object.metadata.deletionTimestamp && (
            <button
              type="button"
              className="o-link"
              aria-label={`Remove the finalizer ${finalizer}`}
              onClick={() => remove(finalizer)}
            >
              Remove
            </button>
          )}
        </span>
      ))}
    </span>
  )
}

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

/** The object's cells in the server's table columns, including wide ones. */
function Cells({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const client = useClient()
  const { name, namespace, resourceVersion } = object.metadata
  const table = useQuery({
    queryKey: ['cells', info.group, info.version, info.resource, namespace, name, resourceVersion],
    queryFn: () =>
      client.json<{ columnDefinitions?: TableColumn[]; rows?: { cells: unknown[] }[] }>(
        'GET',
        pathOf({ ...info, namespace }, name),
        undefined,
        {
          headers: { accept: 'application/json;as=Table;v=v1;g=meta.orch.io,application/json' },
        },
      ),
    placeholderData: (old) => old,
    staleTime: 60_000,
  }).data
  const cells = table?.rows?.[0]?.cells ?? []
  return (
    <>
      {(table?.columnDefinitions ?? []).map((column, i) =>
        column.name === 'Name' || isAge(column) ? null : (
          <div key={column.name} className="o-contents">
            <dt title={column.description}>{column.name}</dt>
            <dd className="o-mono">{cellText(cells[i]) || '–'}</dd>
          </div>
        ),
      )}
    </>
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
          <Cells info={info} object={object} />
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
              <dd>
                <Finalizers info={info} object={object} />
              </dd>
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
        {info.subresources.some((sub) => sub.name === 'scale') && <Scale info={info} object={object} />}
      </div>
    </section>
  )
}
