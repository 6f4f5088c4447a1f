import { useMemo } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { changesBetween } from '../../components/ownership/history'
import type { Version } from '../../queries/object-history'
import { FieldChanges } from './FieldChanges'
import type { Lab } from './lab'

/** The changes of a dry run, displayed like a version. */
export function PreviewPanel({
  lab,
  before,
  object,
  by,
}: {
  readonly lab: Lab
  readonly before: Version | undefined
  readonly object: ApiObject
  readonly by: string
}) {
  const changes = useMemo(
    () => changesBetween(before, { resourceVersion: '', object, gone: false }, lab.structure),
    [before, object, lab.structure],
  )
  return (
    <section className="o-panel" aria-label="Changes of the dry run">
      <header>
        <h2>Changes by {by}</h2>
      </header>
      <div className="o-panel-body">
        <FieldChanges lab={lab} changes={changes} none="No change to owned fields or owners." />
      </div>
    </section>
  )
}
