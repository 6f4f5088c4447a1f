import { useMemo } from 'react'
import { parseJson, writeJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { objectYaml, parseDocuments } from '../../components/editor/documents'
import type { ResourceInfo } from '../../queries/discovery'
import { useDrafts } from '../../state/drafts'
import { draftId } from './draft-id'
import { problemOf } from './yaml-problem'

/** The editor's text: the user's draft, or the object as stored. */
export interface YamlDraft {
  readonly id: string
  readonly text: string
  /** True if there is a draft. */
  readonly kept: boolean
  /** The object that the draft is based on. */
  readonly base: ApiObject
  /** True if the object has changed since. */
  readonly outdated: boolean
  /** Why the text cannot be sent. */
  readonly problem: ReturnType<typeof problemOf>
  /** The parsed object; absent if there is a problem. */
  readonly mine: ApiObject | undefined
  readonly change: (text: string) => void
  readonly discard: () => void
  /** Ends a merge: with the object to write over the current one, or undefined to discard the draft. */
  readonly decide: (merged: ApiObject | undefined) => void
  /** Marks the text as saved. */
  readonly saved: (text: string) => void
}

/** The draft of an object; it survives reloads until it is saved or discarded. */
export function useYamlDraft(info: ResourceInfo, object: ApiObject): YamlDraft {
  const { name = '', namespace } = object.metadata
  const id = draftId(info, namespace, name)
  const draft = useDrafts((state) => state.drafts[id])
  const { keep, drop, settle } = useDrafts.getState()
  const current = useMemo(() => objectYaml(object), [object])
  const text = draft?.text ?? current
  const base = useMemo(
    () => (draft?.base === undefined ? object : (parseJson(draft.base) as ApiObject)),
    [draft?.base, object],
  )
  const outdated = draft !== undefined && base.metadata.resourceVersion !== object.metadata.resourceVersion
  const parsed = useMemo(() => parseDocuments(text), [text])
  const problem = problemOf({ parsed })
  return {
    id,
    text,
    kept: draft !== undefined,
    base,
    outdated,
    problem,
    mine: problem ? undefined : parsed[0]?.object,
    change: (next) => {
      if (next === current && !draft) return
      if (next === objectYaml(base) && !outdated) drop(id)
      else keep(id, next, draft?.base ?? writeJson(object))
    },
    discard: () => drop(id),
    decide: (merged) => (merged === undefined ? drop(id) : keep(id, objectYaml(merged), writeJson(object))),
    saved: (sent) => settle(id, sent),
  }
}
