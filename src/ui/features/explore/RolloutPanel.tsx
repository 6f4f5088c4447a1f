import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { ObjectLink } from '../../components/ObjectLink'
import { Panel } from '../../components/Panel'
import { Age } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import type { ResourceInfo } from '../../queries/discovery'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient } from '../../state/connection'
import { cellText } from './rows'
import { HOLDERS, rolloutsOf, withTemplateOf } from './restored'
import type { Restoring } from './use-restore'

/** The images of a pod template's containers. */
const imagesOf = (template: unknown): string => {
  const containers = at(template, 'spec', 'containers')
  return Array.isArray(containers) ? containers.map((container) => cellText(at(container, 'image'))).join(', ') : ''
}

/** The rollout history of a workload: its past pod templates, each of which can be restored. Nothing for other kinds. */
export function RolloutPanel({
  info,
  workload,
  restore,
}: {
  readonly info: ResourceInfo
  /** Undefined after its deletion. */
  readonly workload: ApiObject | undefined
  readonly restore: Restoring
}) {
  const resource = info.group === 'apps' ? HOLDERS[info.kind] : undefined
  const target = { group: 'apps', version: 'v1', resource: resource ?? '', namespace: workload?.metadata.namespace }
  const held = useLiveObjects(useClient(), target, {}, resource !== undefined && workload !== undefined)
  const rollouts = useMemo(() => (workload ? rolloutsOf(workload, held.items) : []), [workload, held.items])
  if (!workload || rollouts.length === 0) return null
  const [newest] = rollouts
  return (
    <Panel title="Rollout history" about={`Pod templates kept in ${resource ?? ''}`}>
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of revisions">
        <table className="o-table cards">
          <thead>
            <tr>
              <th className="num">Revision</th>
              <th>Images</th>
              <th>Change cause</th>
              <th>Kept in</th>
              <th className="num">Age</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {rollouts.map((rollout) => (
              <tr key={rollout.holder.metadata.uid}>
                <td className="num">{rollout.number}</td>
                <td className="o-mono o-break">{imagesOf(rollout.template)}</td>
                <td className="o-break">{rollout.cause ?? <span className="o-faint">–</span>}</td>
                <td>
                  <ObjectLink of={target} meta={rollout.holder.metadata} />
                </td>
                <td className="num">
                  <Age since={rollout.holder.metadata.creationTimestamp} />
                </td>
                <td>
                  {rollout === newest ? (
                    <Verdict tone="allowed">current</Verdict>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={restore.busy}
                      aria-label={`Restore revision ${rollout.number}`}
                      onClick={() =>
                        restore.ask({ next: withTemplateOf(workload, rollout), title: `revision ${rollout.number}` })
                      }
                    >
                      Restore…
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
