import type { JsonObject } from '../../../../machinery/json'
import { parseDocuments } from '../../../components/editor/documents'
import { type Discovery, findKind } from '../../../queries/discovery'
import type { Operation } from '../send-through'

/** The initial sample for a new webhook. */
export const SAMPLE = `apiVersion: v1
kind: Pod
metadata:
  name: shop
  namespace: default
spec:
  containers:
    - name: web
      image: registry.example/shop:latest
`

/**
 * The AdmissionReview that the API server would send for an object, as a request by the administrator. @throws Error if the
 * text is not an object of a served kind
 */
export function sampleReview(text: string, operation: Operation, discovery: Discovery | undefined): JsonObject {
  const [document] = parseDocuments(text)
  if (!document) throw new Error('Write an object to try the webhook with.')
  if (!document.object) throw new Error(document.problem?.message ?? 'The sample cannot be read.')
  const { apiVersion, kind, object } = document
  const info = findKind(discovery, apiVersion, kind)
  if (!info) throw new Error(`${apiVersion || 'no version'} ${kind || 'no kind'} is not served here.`)
  const { group, version, resource } = info
  const namespace = info.namespaced ? (document.namespace ?? 'default') : ''
  const whole = {
    ...object,
    metadata: { ...object.metadata, ...(namespace && { namespace }) },
  } as unknown as JsonObject
  return {
    apiVersion: 'admission.orch.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
      kind: { group, version, kind },
      resource: { group, version, resource },
      requestKind: { group, version, kind },
      requestResource: { group, version, resource },
      name: object.metadata.name ?? '',
      ...(namespace && { namespace }),
      operation: operation.toUpperCase(),
      userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      object: operation === 'delete' ? null : whole,
      oldObject: operation === 'create' ? null : whole,
      dryRun: true,
      options: null,
    },
  }
}
