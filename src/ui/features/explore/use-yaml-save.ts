import { Client, isStatus, pathOf, statusErrorOf } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { parseDocuments } from '../../components/editor/documents'
import type { ResourceInfo } from '../../queries/discovery'
import { warningsOf, type Session } from '../../state/connection'
import { traceSoon } from '../../state/requests'
import type { Review } from './ReviewDialog'

/** Sends the draft: as a dry run to review it, and for good. */
export function useYamlSave({
  client,
  info,
  namespace,
  name,
  act,
  setConflict,
  text,
  mine,
  setReview,
  settle,
  id,
  session,
}: {
  readonly client: Client
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly name: string
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly setConflict: (next: boolean) => void
  readonly text: string
  readonly mine: ApiObject | undefined
  readonly setReview: (next: Review | undefined) => void
  readonly settle: (id: string, saved: string) => void
  readonly id: string
  readonly session: Session
}) {
  const put = (body: string, dryRun: boolean): Promise<Response> =>
    client.raw('PUT', pathOf({ ...info, namespace }, name), body, {
      contentType: 'application/yaml',
      query: { ...(dryRun && { dryRun: 'All' }), fieldManager: 'orchard-page' },
    })
  /** A conflict is resolved in a dialog of its own; every other error is shown above the editor. */
  const attempt = (work: () => Promise<void>): Promise<boolean> =>
    act(() =>
      work().catch((failure: unknown) => {
        if (!isStatus(failure, 'Conflict')) throw failure
        setConflict(true)
      }),
    )
  const look = async (body = text): Promise<void> => {
    if (!mine) return
    await attempt(async () => {
      const response = await put(body, true)
      if (!response.ok) throw await statusErrorOf(response)
      const trace = await traceSoon(response.headers.get('audit-id'))
      setReview({
        sent: parseDocuments(body)[0]?.object ?? mine,
        stored: (await response.json()) as ApiObject,
        warnings: warningsOf(response),
        trace,
      })
    })
  }
  const save = (): Promise<boolean> =>
    attempt(async () => {
      const response = await put(text, false).finally(() => setReview(undefined))
      if (!response.ok) throw await statusErrorOf(response)
      settle(id, text)
      notifyWithUndo(session, `${info.kind} ${name} saved`)
    })
  return { look, save }
}
