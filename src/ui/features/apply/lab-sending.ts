import type { RefObject } from 'react'
import { Client } from '../../../client/client'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { namedOwners } from '../../components/ownership/owners'
import type { Structure } from '../../components/ownership/structure'
import { resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { warningsOf } from '../../state/connection'
import type { Identity } from '../../state/identity'
import { StatusError, statusErrorOf } from '../../../client/status-error'
import { pathOf } from '../../../client/targets'
import type { Version } from '../../queries/object-history'
import { useActions } from './actions'
import { conflictsOf, isApplyConflict } from './conflicts'
import type { Sending, SendOutcome } from './lab'

let nextAction = Date.now()

const APPLY = 'application/apply-patch+yaml'

/** The record of a request, without its target. */
function actionOf({
  kind,
  manager,
  body,
  contentType = APPLY,
  subresource = '',
  force = false,
  dryRun = false,
}: Sending) {
  return { id: String(nextAction++), at: Date.now(), kind, manager, force, dryRun, body, contentType, subresource }
}

/** Sends the lab's applies and patches, and records the results. */
export function senderOf({
  info,
  namespace,
  name,
  versions,
  identity,
  setBusy,
  client,
  key,
  structure,
}: {
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly name: string
  readonly versions: RefObject<readonly Version[]>
  readonly identity: Identity
  readonly setBusy: (next: (all: ReadonlySet<string>) => ReadonlySet<string>) => void
  readonly client: Client
  readonly key: string
  readonly structure: Structure
}) {
  const send = async (sending: Sending): Promise<SendOutcome> => {
    const { manager, body, contentType = APPLY, subresource = '', force = false, dryRun = false } = sending
    const query = new URLSearchParams({
      fieldManager: manager,
      ...(force && { force: 'true' }),
      ...(dryRun && { dryRun: 'All' }),
    })
    const path = `${pathOf({ ...info, namespace }, name, subresource || undefined)}?${query.toString()}`
    const newest = versions.current.at(-1)?.resourceVersion
    const place = { path, resource: resourceTitle(info), name, namespace: namespace ?? '', as: identity.id }
    const action = { ...actionOf(sending), ...place, ...(newest !== undefined && { after: newest }) }
    const before = versions.current.length
    setBusy((all) => new Set([...all, manager]))
    try {
      const response = await client.raw('PATCH', path, body, { contentType })
      if (!response.ok) {
        const error = await statusErrorOf(response)
        useActions.getState().add(key, { ...action, status: response.status, message: error.message })
        return await refused(error, body, dryRun)
      }
      const object = parseJson(await response.text()) as ApiObject
      const version = object.metadata.resourceVersion
      const known = versions.current.slice(0, before).some((each) => each.resourceVersion === version)
      const changed = !dryRun && version !== undefined && !known
      useActions.getState().add(key, {
        ...action,
        status: response.status,
        ...(changed && { resourceVersion: version }),
      })
      const what = sending.what ?? (dryRun ? 'dry run' : 'applied')
      const warnings = warningsOf(response)
      return dryRun ? { type: 'preview', object, what, warnings } : { type: 'stored', object, changed, what, warnings }
    } catch (error) {
      return { type: 'failed', error }
    } finally {
      setBusy((all) => new Set([...all].filter((other) => other !== manager)))
    }
  }

  /** Handles a refusal; conflicts are shown against the current object. */
  const refused = async (error: StatusError, body: string, dryRun: boolean): Promise<SendOutcome> => {
    if (!isApplyConflict(error)) return { type: 'failed', error }
    const now = await client.get({ ...info, namespace }, name)
    const conflicts = conflictsOf(error, body, now, namedOwners(now.metadata.managedFields) ?? [], structure)
    return { type: 'conflict', conflicts, dryRun }
  }
  return send
}
