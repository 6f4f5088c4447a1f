import { Client } from '../../../client/client'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import type { ParsedDocument } from '../../components/editor/documents'
import { findKind, type Discovery } from '../../queries/discovery'
import { warningsOf } from '../../state/connection'
import { statusErrorOf } from '../../../client/status-error'
import { pathOf } from '../../../client/targets'
import type { DocumentOutcome } from './CreateSide'

const MANAGER = 'orchard-page'

/** Sends a manifest, as a dry run or to store it. */
export function documentSender({
  discovery,
  namespace,
  mode,
  client,
}: {
  readonly discovery: Discovery | undefined
  readonly namespace: string
  readonly mode: 'create' | 'apply'
  readonly client: Client
}) {
  const sendOne = async (document: ParsedDocument, dryRun: boolean): Promise<DocumentOutcome> => {
    const base = { document, dryRun }
    if (document.problem) return { ...base, error: new Error(document.problem.message) }
    const info = findKind(discovery, document.apiVersion, document.kind)
    if (!info)
      return {
        ...base,
        error: new Error(
          document.kind
            ? `Kind ${document.kind} is not served in ${document.apiVersion || '(no apiVersion)'}.`
            : 'This document has no kind.',
        ),
      }
    const target = { ...info, namespace: info.namespaced ? (document.namespace ?? namespace) : undefined }
    const query = { ...(dryRun && { dryRun: 'All' }), fieldManager: MANAGER }
    try {
      const [method, path, contentType] =
        mode === 'create'
          ? (['POST', pathOf(target), 'application/yaml'] as const)
          : (['PATCH', pathOf(target, document.name), 'application/apply-patch+yaml'] as const)
      const response = await client.raw(method, path, document.text, { query, contentType })
      if (!response.ok) return { ...base, info, error: await statusErrorOf(response) }
      const warnings = warningsOf(response)
      return {
        ...base,
        info,
        object: parseJson(await response.text()) as ApiObject,
        ...(warnings.length && { warnings }),
      }
    } catch (error) {
      return { ...base, info, error }
    }
  }
  return sendOne
}
