import { NAMESPACES } from '../../../../client/core-targets'
import type { Client } from '../../../../client/client'
import { parseDocuments } from '../../../components/editor/documents'
import { type Discovery, findKind } from '../../../queries/discovery'
import type { Operation } from '../send-through'
import { isStatus } from '../../../../client/status-error'

/** Treats an existing object as success. */
async function ensure(creation: Promise<unknown>): Promise<void> {
  try {
    await creation
  } catch (failure) {
    if (!isStatus(failure, 'AlreadyExists')) throw failure
  }
}

/**
 * Creates what a sample depends on: its namespace and, for updates and deletions, the object itself. Rejects with the
 * server's refusal.
 */
export async function prepareSample(
  client: Client,
  discovery: Discovery | undefined,
  text: string,
  operation: Operation,
): Promise<void> {
  const [document] = parseDocuments(text)
  const info = document && findKind(discovery, document.apiVersion, document.kind)
  // An invalid sample is reported when it is sent.
  if (!document?.object || !info) return
  const namespace = info.namespaced ? (document.namespace ?? 'default') : undefined
  if (namespace !== undefined) await ensure(client.create(NAMESPACES, { metadata: { name: namespace } }))
  if (operation !== 'create') await ensure(client.create({ ...info, namespace }, document.object))
}
