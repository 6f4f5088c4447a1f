import type { Client } from '../../../client/client'
import { parseDocuments, type ParsedDocument } from '../../components/editor/documents'
import { type Discovery, findKind, type ResourceInfo } from '../../queries/discovery'
import { isStatus } from '../../../client/status-error'
import { kindOf, withKind } from './workbench/kind-switch'

/** Whether a document is a webhook configuration. */
export const isRegistration = ({ kind }: Pick<ParsedDocument, 'kind'>): boolean => kind.endsWith('WebhookConfiguration')

/**
 * The documents of a text with their served kinds. @throws Error for an invalid document or a kind that is not served
 */
function resolve(text: string, discovery: Discovery | undefined): { document: ParsedDocument; info: ResourceInfo }[] {
  return parseDocuments(text).map((document) => {
    if (document.problem) throw new Error(document.problem.message)
    const info = findKind(discovery, document.apiVersion, document.kind)
    if (!info) throw new Error(`${document.apiVersion} ${document.kind} is not served here.`)
    return { document, info }
  })
}

/**
 * Applies all documents of a registration, so that the API server calls the webhook. Rejects with the server's refusal.
 */
export async function applyDocuments(client: Client, discovery: Discovery | undefined, text: string): Promise<void> {
  const kind = kindOf(text)
  // After a change of type, remove the configuration of the former type.
  if (kind) await unregister(client, discovery, withKind(text, kind === 'Mutating' ? 'Validating' : 'Mutating'))
  for (const { document, info } of resolve(text, discovery))
    await client.patch(
      { ...info, namespace: info.namespaced ? (document.namespace ?? 'default') : undefined },
      document.name,
      'apply',
      document.text,
      { query: { fieldManager: 'orchard-page', force: true } },
    )
}

/** Deletes the webhook configurations of a registration; keeps its namespace and service. */
export async function unregister(client: Client, discovery: Discovery | undefined, text: string): Promise<void> {
  for (const { document, info } of resolve(text, discovery))
    if (isRegistration(document))
      try {
        await client.delete(info, document.name)
      } catch (failure) {
        if (!isStatus(failure, 'NotFound')) throw failure
      }
}
