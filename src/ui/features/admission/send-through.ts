import type { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import type { RequestTrace } from '../../../server/trace'
import { parseDocuments } from '../../components/editor/documents'
import { type Discovery, findKind } from '../../queries/discovery'
import { warningsOf } from '../../state/connection'
import { traceSoon } from '../../state/requests'
import { pathOf } from '../../../client/targets'

/** Operations that can be sent through the chain. */
export const OPERATIONS = ['create', 'update', 'delete'] as const
/** An operation that can be sent through the chain. */
export type Operation = (typeof OPERATIONS)[number]

/** A request sent through the chain, with its trace. */
export interface ChainRun {
  readonly method: string
  readonly path: string
  readonly status: number
  /** The Status message; empty if an object was returned. */
  readonly message: string
  readonly warnings: readonly string[]
  /** The request's body, and the object in the answer; absent for a deletion, and for a refusal. */
  readonly sent?: ApiObject
  readonly stored?: unknown
  readonly trace: RequestTrace | undefined
}

/** Sends the first document of a text. @throws Error if it is not an object of a served kind */
export async function sendThrough(
  client: Client,
  discovery: Discovery | undefined,
  text: string,
  operation: Operation,
  dryRun: boolean,
): Promise<ChainRun> {
  const [document] = parseDocuments(text)
  if (!document) throw new Error('The manifest is empty.')
  if (!document.object) throw new Error(document.problem?.message ?? 'Invalid YAML.')
  const { apiVersion, kind } = document
  const info = findKind(discovery, apiVersion, kind)
  if (!info) throw new Error(`${apiVersion || '(no apiVersion)'} ${kind || '(no kind)'} is not served.`)
  const namespace = info.namespaced ? (document.namespace ?? 'default') : undefined
  const name = document.object.metadata.name ?? ''
  if (operation !== 'create' && !name) throw new Error('Update and delete need metadata.name.')
  const method = { create: 'POST', update: 'PUT', delete: 'DELETE' }[operation]
  const path = pathOf({ ...info, namespace }, operation === 'create' ? undefined : name)
  const query = { ...(dryRun && { dryRun: 'All' }), fieldManager: 'orchard-page' }
  const response =
    operation === 'delete'
      ? await client.raw(method, path, undefined, { query: dryRun ? { dryRun: 'All' } : {} })
      : await client.raw(method, path, document.text, { query, contentType: 'application/yaml' })
  const body = (await response.json()) as { kind?: string; message?: string }
  return {
    method,
    path,
    status: response.status,
    message: body.kind === 'Status' ? (body.message ?? '') : '',
    warnings: warningsOf(response),
    ...(operation !== 'delete' && { sent: document.object, ...(response.ok && { stored: body }) }),
    trace: await traceSoon(response.headers.get('audit-id')),
  }
}
