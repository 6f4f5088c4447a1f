import { useMemo } from 'react'
import type { ApiObject } from '../../../machinery/object'
import type { GutterLine } from '../editor/owner-gutter'
import { useOpenApi } from '../../queries/openapi'
import { gutterOf } from './gutter'
import { assignMarks } from './marks'
import { namedOwners } from './owners'
import { structureOf } from './structure'
import './ownership.css'

/** Margin annotations with the owners of a stored object, for a text of it: as stored, or a draft. */
export function useOwnerGutter(object: ApiObject, text: string): readonly GutterLine[] {
  const document = useOpenApi().data
  const { managedFields } = object.metadata
  const owners = useMemo(() => namedOwners(managedFields) ?? [], [managedFields])
  const marks = useMemo(() => assignMarks(owners.map(({ name }) => name)), [owners])
  const structure = useMemo(
    () => structureOf(document, object.apiVersion ?? '', object.kind ?? ''),
    [document, object.apiVersion, object.kind],
  )
  return useMemo(() => gutterOf(text, owners, structure, marks), [text, owners, structure, marks])
}
