import type { ApiObject } from '../../../machinery/object'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import type { Version } from '../../queries/object-history'
import { HistoryPanel } from './HistoryPanel'
import { PreviewPanel } from './PreviewPanel'
import { Timeline } from './Timeline'
import { ObjectView } from './ObjectView'
import type { Lab, Manager } from './lab'

/** The object, its history, and the panels beside them. */
export function LabMiddle({
  phase,
  error,
  lab,
  versions,
  at,
  step,
  shown,
  name,
  previewed,
  active,
  preview,
  last,
}: {
  readonly phase: 'loading' | 'live' | 'failed'
  readonly error: unknown
  readonly lab: Lab
  readonly versions: readonly Version[]
  readonly at: number
  readonly step: (to: number) => void
  readonly shown: Version | undefined
  readonly name: string
  readonly previewed: ApiObject | undefined
  readonly active: Manager | undefined
  readonly preview: Manager | undefined
  readonly last: number
}) {
  return (
    <div className="o-lab-middle">
      {phase === 'failed' && <ErrorMessage error={error} />}
      <Timeline lab={lab} versions={versions} at={at} onStep={step} />
      {phase === 'loading' && <Loading lines={16} />}
      {phase === 'live' && !shown && (
        <Empty title={`${name} does not exist yet`} icon="apply">
          The first apply creates it. Add a manager, write its manifest and apply.
        </Empty>
      )}
      {shown && (
        <ObjectView
          lab={lab}
          object={previewed ?? shown.object}
          before={previewed ? lab.live : versions[at - 1]?.object}
          only={undefined}
          active={active?.name}
          note={
            previewed
              ? `Dry run of ${preview?.name ?? ''}. Press Escape to show the stored object.`
              : shown.gone
                ? 'Deleted. Showing the last version.'
                : at < last
                  ? `Version ${shown.resourceVersion} is not the latest. Press l to show the latest.`
                  : undefined
          }
        />
      )}
      {previewed && preview && <PreviewPanel lab={lab} before={versions[last]} object={previewed} by={preview.name} />}
      <HistoryPanel lab={lab} versions={versions} at={at} onStep={step} />
    </div>
  )
}
