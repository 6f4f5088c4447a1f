import { Button } from '@mantine/core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Verdict } from '../../components/Verdict'
import { diffLines } from '../../components/line-diff'
import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { pathText } from '../../../managed-fields/path-element'
import { objectYaml, readable } from '../../components/editor/documents'
import { fieldOfLine, isServers, lineSentences } from '../../components/ownership/describe'
import { ownedLines, unplaced } from '../../components/ownership/lines'
import { elementsOf, locate } from '../../components/ownership/locate'
import { type NamedOwner, namedOwners } from '../../components/ownership/owners'
import { OwnerName } from '../../components/ownership/OwnerName'
import { claimField, placeIn } from './intents'
import { dropField } from './drop-field'
import { ObjectLines } from './ObjectLines'
import { objectKeys } from './object-keys'
import type { Lab } from './lab'

/** Line numbers of lines that the earlier text lacks. */
function freshLines(before: string | undefined, after: string): ReadonlySet<number> {
  if (before === undefined) return new Set()
  return new Set(diffLines(before, after).flatMap((line) => (line.type === 'add' ? [line.at] : [])))
}

const isClaimable = (path: readonly (string | number)[]): boolean =>
  path[0] === 'metadata'
    ? ['labels', 'annotations', 'finalizers', 'ownerReferences'].includes(String(path[1]))
    : !['apiVersion', 'kind', 'status', undefined].includes(path[0] as string | undefined)

/** The object line by line, with marks and names of the owners. */
export function ObjectView({
  lab,
  object,
  before,
  only,
  active,
  note,
}: {
  readonly lab: Lab
  readonly object: ApiObject
  /** The previous version; new lines are highlighted. */
  readonly before: ApiObject | undefined
  /** Name of the owner whose lines are highlighted. */
  readonly only: string | undefined
  /** The manager whose manifest receives fields claimed here. */
  readonly active: string | undefined
  readonly note?: string | undefined
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const text = useMemo(() => objectYaml(object), [object])
  const value = useMemo(() => readable(object), [object])
  const owners = useMemo(() => namedOwners(object.metadata.managedFields), [object])
  const lines = useMemo(() => ownedLines(text, owners ?? [], lab.structure), [text, owners, lab.structure])
  const fresh = useMemo(() => freshLines(before && objectYaml(before), text), [before, text])
  const elsewhere = useMemo(
    () =>
      (owners ?? []).flatMap((owner) => {
        const paths = unplaced(value, owner, (of, path) => locate(of, path, lab.structure))
        return paths.length ? [{ owner, paths }] : []
      }),
    [owners, value, lab.structure],
  )
  const rows = useMemo(() => text.trimEnd().split('\n'), [text])
  const [cursor, setCursor] = useState(1)
  const here = Math.min(cursor, rows.length)
  useEffect(() => {
    const box = list.current
    const row = box?.children[here - 1]
    if (box && document.activeElement === box) row?.scrollIntoView({ block: 'nearest' })
  }, [here])
  const line = lines.get(here)
  const field = fieldOfLine(line)
  const manager = lab.managers.find((each) => each.name === active)
  const elements = field && isClaimable(field.path) ? elementsOf(value, field.path, lab.structure) : undefined
  const claimed = manager && elements?.length ? placeIn(manager.text, elements, lab.structure) !== undefined : false
  const claim = (): void => {
    if (!manager || !elements?.length) return
    const place = locate(value, elements, lab.structure)
    lab.setText(manager.name, claimField(manager.text, elements, place && at(value, ...place), lab.structure))
  }
  const release = (): void => {
    if (manager && elements?.length) lab.setText(manager.name, dropField(manager.text, elements, lab.structure))
  }
  const onKey = objectKeys({ here, rows, setCursor, claim, release })
  return (
    <section className="o-panel o-lab-object" aria-label="Object">
      <Legend lab={lab} owners={owners ?? []} />
      {note && (
        <p className="o-lab-note" role="status">
          <Verdict tone="waiting">{note}</Verdict>
        </p>
      )}
      {!owners && <p className="o-lab-note">A managedFields entry cannot be read, so owners can’t be shown.</p>}
      <ObjectLines
        list={list}
        id={id}
        here={here}
        onKey={onKey}
        rows={rows}
        lines={lines}
        lab={lab}
        fresh={fresh}
        only={only}
        setCursor={setCursor}
      />
      <footer className="o-lab-detail" aria-live="polite">
        <div className="o-grow">
          {line ? lineSentences(line).map((sentence) => <p key={sentence}>{sentence}</p>) : <p>&nbsp;</p>}
        </div>
        {manager && elements && field && !isServers(field) && (
          <div className="o-row wrap">
            {claimed ? (
              <Button size="compact-sm" variant="default" onClick={release}>
                − Remove from {manager.name}’s manifest
              </Button>
            ) : (
              <Button size="compact-sm" variant="default" onClick={claim}>
                + Add to {manager.name}’s manifest
              </Button>
            )}
          </div>
        )}
      </footer>
      {elsewhere.length > 0 && (
        <details className="o-lab-elsewhere">
          <summary>Owned, but not part of this API version</summary>
          <ul>
            {elsewhere.map(({ owner, paths }) => (
              <li key={owner.id}>
                <OwnerName name={owner.name} mark={lab.marks.get(owner.name)} /> in {owner.apiVersion}:{' '}
                <span className="o-mono o-break">{paths.map(pathText).join(', ')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Every owner with its mark, operation and number of fields. */
function Legend({ lab, owners }: { readonly lab: Lab; readonly owners: readonly NamedOwner[] }) {
  if (owners.length === 0) return null
  return (
    <ul className="o-lab-legend" aria-label="Owners">
      {owners.map((owner) => (
        <li key={owner.id}>
          <OwnerName name={owner.name} mark={lab.marks.get(owner.name)} />
          <span className="o-dim o-small o-num">{[...owner.fields.paths()].length}</span>
        </li>
      ))}
    </ul>
  )
}
