import { Button, SegmentedControl, Switch } from '@mantine/core'
import { useMemo } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { Diff } from '../../components/Diff'
import { objectYaml } from '../../components/editor/documents'
import { Icon } from '../../components/Icon'
import { authorsOf } from '../../components/ownership/history'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { Age } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import type { ResourceInfo } from '../../queries/discovery'
import { useObjectHistory, type Version } from '../../queries/object-history'
import { useClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { ownVersions, withoutStatusUpdates } from './object-versions'
import { comparable, ReviewDialog } from './ReviewDialog'
import { withContentOf } from './restored'
import { RolloutPanel } from './RolloutPanel'
import { useRestore } from './use-restore'

/** The newest time in the field owners, which is when the version was written. */
const writtenAt = ({ object }: Version): string | undefined =>
  [object.metadata.creationTimestamp, ...(object.metadata.managedFields ?? []).map(({ time }) => time)]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)

/** Every known version of an object, what each changed, and the way back to it. */
export function HistoryTab({
  info,
  object,
  gone,
}: {
  readonly info: ResourceInfo
  readonly object: ApiObject
  readonly gone: boolean
}) {
  const { name = '', namespace } = object.metadata
  const history = useObjectHistory(useClient(), { ...info, namespace }, name)
  const live = gone ? undefined : object
  const restore = useRestore(info, live)
  const versions = useMemo(() => ownVersions(history.versions, object), [history.versions, object])
  const fault = history.phase === 'failed' && <ErrorMessage error={history.error} />
  if (fault && versions.length === 0) return fault
  if (history.phase === 'loading') return <Loading lines={6} label="Reading the history" />
  return (
    <div className="o-stack">
      {fault}
      {restore.error !== undefined && !restore.review && (
        <ErrorMessage error={restore.error}>Nothing was changed.</ErrorMessage>
      )}
      <RolloutPanel info={info} workload={live} restore={restore} />
      {versions.length === 0 ? (
        <Empty title="No versions" icon="watch">
          The server has compacted the history of this object. Its next changes appear here.
        </Empty>
      ) : (
        <Versions info={info} versions={versions} live={live} restore={restore} />
      )}
      {restore.review && (
        <ReviewDialog
          title={`Restore ${restore.review.title}`}
          action="Restore"
          cancel="Cancel"
          live={live}
          review={restore.review}
          busy={restore.busy}
          changed={restore.review.changed}
          error={restore.error}
          onSave={restore.save}
          onClose={restore.close}
        />
      )}
    </div>
  )
}

function Versions({
  info,
  versions,
  live,
  restore,
}: {
  readonly info: ResourceInfo
  /** Newest first. */
  readonly versions: readonly Version[]
  readonly live: ApiObject | undefined
  readonly restore: ReturnType<typeof useRestore>
}) {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const found = versions.findIndex(({ resourceVersion }) => resourceVersion === query['version'])
  const at = found < 0 ? 0 : found
  const version = versions[at]
  const before = versions[at + 1]
  const against = query['against'] === 'now' && at > 0 ? 'now' : 'before'
  const hasStatus = info.subresources.some((sub) => sub.name === 'status')
  if (!version) return null
  const current = versions[0]?.object ?? version.object
  const hiding = query['status'] === 'hidden'
  const shown = hiding ? withoutStatusUpdates(versions, version) : versions
  return (
    <div className="o-history-split">
      <section className="o-panel" aria-label="Versions">
        <header>
          <h2>Versions</h2>
          <span className="o-dim o-num">
            {shown.length < versions.length ? `${shown.length} of ${versions.length}` : versions.length}
          </span>
        </header>
        {hasStatus && (
          <Switch
            className="o-versions-filter"
            label="Hide status updates"
            checked={hiding}
            onChange={(event) => setQuery({ status: event.currentTarget.checked ? 'hidden' : undefined })}
          />
        )}
        <ol className="o-open-rows">
          {shown.map((one) => (
            <li key={one.resourceVersion + String(one.gone)}>
              <button
                type="button"
                className="o-open-row"
                aria-current={one === version ? 'step' : undefined}
                onClick={() => setQuery({ version: one === versions[0] ? undefined : one.resourceVersion })}
              >
                <span className="o-num">{one.resourceVersion}</span>
                <span className="o-grow o-clip">
                  {one.gone
                    ? 'deleted'
                    : authorsOf(versions[versions.indexOf(one) + 1], one).join(', ') || 'unknown manager'}
                </span>
                {one === versions[0] && !one.gone && <Verdict tone="allowed">current</Verdict>}
                <span className="o-dim o-small">
                  <Age since={writtenAt(one)} />
                </span>
              </button>
            </li>
          ))}
        </ol>
        <p className="o-panel-body o-small o-dim o-flush">
          Versions that the server still keeps, and all later ones. Older ones are compacted.
        </p>
      </section>
      <section className="o-panel" aria-label={`Version ${version.resourceVersion}`}>
        <header>
          <h2>Version {version.resourceVersion}</h2>
          <span className="o-grow" />
          {at > 0 && (
            <SegmentedControl
              aria-label="Compare with"
              value={against}
              onChange={(next) => setQuery({ against: next === 'now' ? 'now' : undefined })}
              data={[
                { value: 'before', label: 'What it changed' },
                { value: 'now', label: 'Against current' },
              ]}
            />
          )}
          <Button
            leftSection={<Icon name="undo" />}
            disabled={(at === 0 && live !== undefined) || version.gone}
            loading={restore.busy}
            onClick={() =>
              restore.ask({
                next: withContentOf(version.object, live, hasStatus),
                title: `version ${version.resourceVersion}`,
              })
            }
          >
            Restore this version…
          </Button>
        </header>
        <div className="o-panel-body">
          {version.gone ? (
            <p className="o-dim o-flush">The object was deleted. Restore an earlier version to create it again.</p>
          ) : against === 'now' ? (
            <Diff before={comparable(version.object)} after={comparable(current)} label="Changes since this version" />
          ) : before ? (
            <Diff
              before={comparable(before.object)}
              after={comparable(version.object)}
              label="Changes in this version"
            />
          ) : (
            <>
              <p className="o-dim">The oldest known version.</p>
              <pre className="o-code">{objectYaml(version.object)}</pre>
            </>
          )}
        </div>
      </section>
    </div>
  )
}
