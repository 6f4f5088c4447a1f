import { useState } from 'react'
import { isStatus, statusErrorOf } from '../../../client/status-error'
import { pathOf } from '../../../client/targets'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { notifyWithUndo } from '../../components/undo/undo-now'
import type { ResourceInfo } from '../../queries/discovery'
import { useClient, useSession, warningsOf } from '../../state/connection'
import { traceSoon } from '../../state/requests'
import { useAction } from '../../state/use-action'
import type { Review } from './ReviewDialog'

/** What is to be written: the whole object, and what it restores, such as `version 12`. */
export interface Restoration {
  readonly next: ApiObject
  readonly title: string
}

/** Restoring an earlier version: ask, review, save. */
export interface Restoring {
  /** Sends a dry run of the write; its review opens when the answer is here. */
  readonly ask: (what: Restoration) => void
  readonly save: () => void
  /** Closes the review; what went wrong in it is forgotten. */
  readonly close: () => void
  /** `changed`: the object has changed since an earlier review, and this one compares with its newest content. */
  readonly review: (Review & Restoration & { readonly changed?: boolean }) | undefined
  readonly busy: boolean
  /** The server's refusal of the dry run or the write. */
  readonly error: unknown
}

/** Writes an earlier content of an object: a dry run to review, then the write, which can be undone. */
export function useRestore(info: ResourceInfo, live: ApiObject | undefined): Restoring {
  const client = useClient()
  const session = useSession()
  const { act, busy, error, clear } = useAction()
  const [review, setReview] = useState<Restoring['review']>()
  const put = async ({ next }: Restoration, dryRun: boolean): Promise<Response> => {
    const { name, namespace } = next.metadata
    const [method, path] = live
      ? (['PUT', pathOf({ ...info, namespace }, name)] as const)
      : (['POST', pathOf({ ...info, namespace })] as const)
    const query = { ...(dryRun && { dryRun: 'All' }), fieldManager: 'orchard-page' }
    const response = await client.raw(method, path, next, { query })
    if (!response.ok) throw await statusErrorOf(response, `${method} ${path}`)
    return response
  }
  const look = async (what: Restoration, changed = false): Promise<void> => {
    const response = await put(what, true)
    const trace = await traceSoon(response.headers.get('audit-id'))
    const stored = parseJson(await response.text()) as ApiObject
    setReview({ ...what, sent: what.next, stored, warnings: warningsOf(response), trace, changed })
  }
  const ask = (what: Restoration): void => {
    void act(() => look(what))
  }
  /** Reviews the same restoration over the newest version of the object. */
  const lookAgain = async ({ next, title }: Restoration): Promise<void> => {
    const { name = '', namespace } = next.metadata
    const { resourceVersion } = (await client.get({ ...info, namespace }, name)).metadata
    await look({ next: { ...next, metadata: { ...next.metadata, resourceVersion } }, title }, true)
  }
  const save = (): void => {
    if (!review) return
    void act(async () => {
      try {
        await put(review, false)
      } catch (failure) {
        if (!live || !isStatus(failure, 'Conflict')) throw failure
        return lookAgain(review)
      }
      setReview(undefined)
      notifyWithUndo(session, `${info.kind} ${review.next.metadata.name ?? ''}: ${review.title} restored`)
    })
  }
  const close = (): void => {
    setReview(undefined)
    clear()
  }
  return { ask, save, close, review, busy, error }
}
