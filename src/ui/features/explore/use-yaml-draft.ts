import { useMemo } from 'react'
import { parseJson, writeJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { objectYaml, parseDocuments } from '../../components/editor/documents'
import type { ResourceInfo } from '../../queries/discovery'
import { useDrafts } from '../../state/drafts'
import { draftId } from './draft-id'
import { problemOf } from './yaml-problem'

/** The text of an object: the draft that a person has begun, or the object as it is. */
export interface YamlDraft {
  readonly id: string
  readonly text: string
  /** Whether a draft is kept. */
  readonly kept: boolean
  /** What the draft was made from. */
  readonly base: ApiObject
  /** Somebody has written the object since then. */
  readonly outdated: boolean
  /** Why the text cannot be sent. */
  readonly problem: ReturnType<typeof problemOf>
  /** The object that the text describes; absent with a problem. */
  readonly mine: ApiObject | undefined
  readonly change: (text: string) => void
  readonly discard: () => void
  /** Ends a merge: with an object that is to be written over the present one, or with none of the draft. */
  readonly decide: (merged: ApiObject | undefined) => void
  /** The text was saved. */
  readonly saved: (text: string) => void
}

/** One object, one draft: it stays over reloads until it is saved or discarded. */
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
