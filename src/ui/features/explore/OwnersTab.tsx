import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { Go } from '../../components/Go'
import { Empty } from '../../components/States'
import { Age } from '../../components/time'
import { markClass } from '../../components/ownership/mark-class'
import { assignMarks } from '../../components/ownership/marks'
import { namedOwners } from '../../components/ownership/owners'
import '../../components/ownership/ownership.css'
import type { ResourceInfo } from '../../queries/discovery'
import { labPlace } from '../../state/lab-place'
import { useQueryState, useSetQuery } from '../../state/place'
import { OwnedFields } from './OwnedFields'

/** Field owners from `metadata.managedFields`. */
export function OwnersTab({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const owners = useMemo(() => namedOwners(object.metadata.managedFields), [object])
  const marks = useMemo(() => assignMarks((owners ?? []).map(({ name }) => name)), [owners])
  const { fields: word = '' } = useQueryState()
  const setQuery = useSetQuery()
  const lab = (
    <Go place={labPlace(info, object.metadata.namespace, object.metadata.name ?? '')}>Open in the apply lab</Go>
  )
  if (!owners)
    return (
      <Empty title="Unreadable managedFields entry" icon="identity" actions={lab}>
        One managedFields entry has a format that this page can’t read. Use the YAML of a GET request to see it.
      </Empty>
    )
  if (!owners.length)
    return (
      <Empty title="No field owners recorded" icon="identity" actions={lab}>
        The server records who set each field in metadata.managedFields. This object has no such entries.
      </Empty>
    )
  return (
    <div className="o-stack">
      <div className="o-row wrap">
        <TextInput
          aria-label="Filter fields"
          placeholder="Filter fields"
          value={word}
          onChange={(event) => setQuery({ fields: event.currentTarget.value })}
        />
        <p className="o-dim o-flush">{lab}: see what happens when managers apply to it.</p>
      </div>
      <div className="o-columns">
        {owners.map((owner) => {
          const mark = marks.get(owner.name)
          return (
            <section key={owner.id} className="o-panel" aria-label={owner.name}>
              <header>
                <span className={`o-owner-swatch ${markClass(mark ? [mark] : [])}`} aria-hidden="true" />
                <h2 className="o-break">{owner.name}</h2>
                <span className="o-tag">{owner.operation}</span>
                <span className="o-grow" />
                <span className="o-dim o-small">
                  {owner.apiVersion}, <Age since={owner.time} /> ago
                </span>
              </header>
              <OwnedFields info={info} object={object} owner={owner} word={word} />
            </section>
          )
        })}
      </div>
    </div>
  )
}
