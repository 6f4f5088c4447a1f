import { useState } from 'react'
import { pathOf } from '../../../client/targets'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { notifyWithUndo } from '../../components/undo/undo-now'
import type { ResourceInfo } from '../../queries/discovery'
import { useClient, useSession, warningsOf } from '../../state/connection'
import { traceSoon } from '../../state/requests'
import { useAction } from '../../state/use-action'
import { isStatus, statusErrorOf } from '../../../client/status-error'
import type { Review } from './ReviewDialog'
import type { YamlDraft } from './use-yaml-draft'

/**
 * Sends a draft, as a dry run for review or to store it. Conflicts are resolved in a dialog; other errors are shown in the
 * review, and above the editor when it is closed.
 */
export function useYamlSave(info: ResourceInfo, { base, text, mine, saved }: YamlDraft) {
  const client = useClient()
  const session = useSession()
  const { act, busy, error, clear } = useAction()
  const [review, setReview] = useState<Review>()
  const [conflict, setConflict] = useState(false)
  const { name = '', namespace } = base.metadata
  const put = async (dryRun: boolean): Promise<Response> => {
    const path = pathOf({ ...info, namespace }, name)
    const response = await client.raw('PUT', path, text, {
      contentType: 'application/yaml',
      query: { ...(dryRun && { dryRun: 'All' }), fieldManager: 'orchard-page' },
    })
    if (!response.ok) throw await statusErrorOf(response, `PUT ${path}`)
    return response
  }
  const attempt = (work: () => Promise<void>): Promise<boolean> =>
    act(() =>
      work().catch((failure: unknown) => {
        if (!isStatus(failure, 'Conflict')) throw failure
        setReview(undefined)
        setConflict(true)
      }),
    )
  const look = async (): Promise<void> => {
    if (!mine) return
    await attempt(async () => {
      const response = await put(true)
      const trace = await traceSoon(response.headers.get('audit-id'))
      setReview({
        sent: mine,
        stored: parseJson(await response.text()) as ApiObject,
        warnings: warningsOf(response),
        trace,
      })
    })
  }
  const save = (): Promise<boolean> =>
    attempt(async () => {
      await put(false)
      setReview(undefined)
      saved(text)
      notifyWithUndo(session, `${info.kind} ${name} saved`)
    })
  return { look, save, busy, error, clear, review, closeReview: () => setReview(undefined), conflict, setConflict }
}
