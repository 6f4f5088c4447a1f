import type { ManagedFieldsEntry } from '../../../machinery/object'
import type { OpenApiDocument } from '../../queries/openapi'
import { namedOwners } from './owners'
import { structureOf } from './structure'

/** A kind with one field of each type: maps, sets, keyed and atomic lists. */
export const DOCUMENT: OpenApiDocument = {
  paths: {},
  definitions: {
    Kind: {
      type: 'object',
      'x-orch-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Kind' }],
      properties: { metadata: { $ref: '#/definitions/Meta' }, spec: { $ref: '#/definitions/Spec' } },
    },
    Meta: {
      properties: {
        name: { type: 'string' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        finalizers: { type: 'array', items: { type: 'string' }, 'x-orch-patch-strategy': 'merge' },
      },
    },
    Spec: {
      properties: {
        replicas: { type: 'integer' },
        selector: { $ref: '#/definitions/Selector' },
        text: { type: 'string' },
        args: { type: 'array', items: { type: 'string' } },
        tags: { type: 'array', items: { type: 'string' }, 'x-orch-list-type': 'set' },
        ports: {
          type: 'array',
          items: { $ref: '#/definitions/Port' },
          'x-orch-list-type': 'map',
          'x-orch-list-map-keys': ['port', 'protocol'],
        },
      },
    },
    Selector: {
      type: 'object',
      properties: { match: { type: 'object', additionalProperties: { type: 'string' } } },
      ...{ 'x-orch-map-type': 'atomic' },
    },
    Port: {
      properties: {
        port: { type: 'integer' },
        protocol: { type: 'string', default: 'TCP' },
        name: { type: 'string' },
      },
    },
  },
}
export const STRUCTURE = structureOf(DOCUMENT, 'g/v1', 'Kind')

/** A managedFields entry of an apply. */
export const entry = (
  manager: string,
  fieldsV1: Record<string, unknown>,
  more: Partial<ManagedFieldsEntry> = {},
): ManagedFieldsEntry => ({
  manager,
  operation: 'Apply',
  apiVersion: 'g/v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
})
/** The owners in these entries. */
export const ownersOf = (...entries: ManagedFieldsEntry[]) => namedOwners(entries) ?? []
