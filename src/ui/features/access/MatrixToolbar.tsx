import { Select, Switch, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import { Verdict } from '../../components/Verdict'
import { useSetQuery } from '../../state/place'
import { useAccess } from './context'
import { letterOf } from './matrix-cells'
import { NamespacePicker } from './pickers'

function Legend({ drafts }: { readonly drafts: boolean }) {
  return (
    <div className="o-legend o-tiny">
      {RESOURCE_VERBS.map((verb) => (
        <span key={verb}>
          <b className="o-mono">{letterOf(verb)}</b> {verb}
        </span>
      ))}
      <span>
        <i className="o-mono some">g</i> limited to some resourceNames
      </span>
      <span>
        <i className="o-mono where">g</i> in some namespaces
      </span>
      {drafts && (
        <>
          <Verdict tone="allowed">gained</Verdict>
          <Verdict tone="refused">lost</Verdict>
        </>
      )}
    </div>
  )
}

/** Value of the group filter that selects all groups. */
export const ALL_GROUPS = '*'

/** The choice of subjects and resources in the matrix. */
export function MatrixToolbar({
  ns,
  groups,
  group,
  filter,
  q,
  names,
  subresources,
  system,
  withDrafts,
}: {
  readonly ns: string
  readonly groups: string[]
  readonly group: string
  readonly filter: RefObject<HTMLInputElement | null>
  readonly q: string
  readonly names: string
  readonly subresources: boolean
  readonly system: boolean
  readonly withDrafts: boolean
}) {
  const setQuery = useSetQuery()
  const { drafted } = useAccess()
  return (
    <div className="o-toolbar o-access-bar">
      <NamespacePicker value={ns} onChange={(next) => setQuery({ ns: next }, { push: true })} />
      <Select
        w="12rem"
        label="API group"
        searchable
        allowDeselect={false}
        data={[{ value: ALL_GROUPS, label: 'All groups' }, ...groups.map((value) => ({ value, label: value }))]}
        value={group}
        onChange={(next) => setQuery({ group: next === ALL_GROUPS ? undefined : (next ?? undefined) }, { push: true })}
      />
      <TextInput
        ref={filter}
        w="10rem"
        label="Resources"
        placeholder="Filter"
        value={q}
        onChange={(e) => setQuery({ q: e.currentTarget.value })}
      />
      <TextInput
        w="10rem"
        label="Subjects"
        placeholder="Filter"
        value={names}
        onChange={(e) => setQuery({ people: e.currentTarget.value })}
      />
      <Switch
        label="Subresources"
        checked={subresources}
        onChange={(e) => setQuery({ subs: e.currentTarget.checked ? 'yes' : undefined })}
      />
      <Switch
        label="Show system users"
        checked={system}
        onChange={(e) => setQuery({ system: e.currentTarget.checked ? 'yes' : undefined })}
      />
      {drafted && (
        <Switch
          label="Include my drafts"
          checked={withDrafts}
          onChange={(e) => setQuery({ drafts: e.currentTarget.checked ? undefined : 'no' })}
        />
      )}
      <span className="o-grow" />
      <Legend drafts={withDrafts} />
    </div>
  )
}
