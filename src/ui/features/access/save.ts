import type { Client } from '../../../client/client'
import { RBAC_GROUP, RBAC_RESOURCES } from '../../../authorization/policy'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { warningsOf } from '../../state/connection'
import { statusErrorOf } from '../../../client/status-error'
import { pathOf, type Target } from '../../../client/targets'
import { type RbacDraft, isRole } from './rbac-drafts'
import type { FindObject, RbacKind } from './remedy'

/** A draft that can be sent, and the object it replaces. */
export interface RbacChange {
  readonly document: RbacDraft
  readonly kind: RbacKind
  /** The stored object; absent for a new one. */
  readonly before?: ApiObject
}

/** What came of saving one change. */
export interface SaveOutcome {
  readonly change: RbacChange
  /** The stored result, or that of a dry run. */
  readonly after?: ApiObject
  readonly error?: unknown
  readonly warnings: readonly string[]
}

const targetOf = (kind: RbacKind, namespace: string): Target => ({
  group: RBAC_GROUP,
  version: 'v1',
  resource: RBAC_RESOURCES[kind].resource,
  ...(namespace && { namespace }),
})

/** The drafts in the order of saving: roles before the bindings that refer to them. */
export const changesOf = (documents: readonly RbacDraft[], stored: FindObject): RbacChange[] =>
  documents
    .flatMap((document): RbacChange[] => {
      const { object, namespace, name } = document
      if (!object) return []
      const before = stored(object.kind, namespace, name)
      return [{ document, kind: object.kind, ...(before && { before }) }]
    })
    .sort((a, b) => Number(isRole(b.kind)) - Number(isRole(a.kind)))

/** Sends a draft; stores nothing if `dryRun` is set. */
export async function sendChange(client: Client, change: RbacChange, dryRun: boolean): Promise<SaveOutcome> {
  const { document, kind, before } = change
  try {
    const method = before ? 'PUT' : 'POST'
    const path = pathOf(targetOf(kind, document.namespace), before && document.name)
    const response = await client.raw(method, path, document.text, {
      contentType: 'application/yaml',
      query: { ...(dryRun && { dryRun: 'All' }), fieldManager: 'orchard-page' },
    })
    if (!response.ok) throw await statusErrorOf(response, `${method} ${path}`)
    return { change, after: parseJson(await response.text()) as ApiObject, warnings: warningsOf(response) }
  } catch (error) {
    return { change, error, warnings: [] }
  }
}
