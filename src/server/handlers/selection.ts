import { badRequest } from '../../machinery/api-error'
import { parseFieldSelector, unknownFieldOfMetadata, type FieldSelector } from '../../machinery/fields'
import type { LabelSelector } from '../../machinery/labels'
import { parseLabelSelector } from '../../machinery/label-selector-parser'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { ServedType } from '../../registry/resource-type'
import type { RequestInfo } from '../request-info'

/** The objects of a collection that a request selects. */
export interface Selection {
  readonly all: boolean
  matches(hub: ApiObject): boolean
  /** The name that the field selector asks for, if any. */
  readonly name: string | undefined
}

const metadataFields: Readonly<Record<string, (object: ApiObject) => string>> = {
  'metadata.name': ({ metadata }) => metadata.name ?? '',
  'metadata.namespace': ({ metadata }) => metadata.namespace ?? '',
}

/** Kinds with selectable fields of their own have a shorter message. */
const unknownField = (field: string, { custom, apiVersion, hub: { behaviour } }: ServedType): string =>
  behaviour.unknownField?.(field, apiVersion) ??
  (custom || behaviour.fieldSelectors ? `field label not supported: ${field}` : unknownFieldOfMetadata(field))

/** Refuses selectors that can't be parsed, whatever they select. */
export function checkSelectors(query: URLSearchParams): void {
  labelsOf(query)
  fieldsOf(query)
}

const labelsOf = (query: URLSearchParams): LabelSelector =>
  parsed(query.get('labelSelector') ?? '', parseLabelSelector, 'unable to parse requirement: ')
const fieldsOf = (query: URLSearchParams): FieldSelector => parsed(query.get('fieldSelector') ?? '', parseFieldSelector)

/** Reads both selectors; throws BadRequest if one can't be parsed or names a field that the kind does not offer. */
export function selectionOf(query: URLSearchParams, type: ServedType): Selection {
  const labels = labelsOf(query)
  const fields = fieldsOf(query)
  const { fieldSelectors, offersField } = type.hub.behaviour
  const getters = { ...metadataFields, ...fieldSelectors }
  const offered = (field: string): boolean =>
    // A cluster-scoped kind with its own field selectors does not offer metadata.namespace.
    (Object.hasOwn(metadataFields, field) &&
      !(field === 'metadata.namespace' && fieldSelectors !== undefined && !type.namespaced)) ||
    (fieldSelectors !== undefined &&
      Object.hasOwn(fieldSelectors, field) &&
      (offersField?.(field, type.apiVersion) ?? true))
  for (const { field } of fields.requirements) if (!offered(field)) throw badRequest(unknownField(field, type))
  return {
    all: labels.empty && fields.requirements.length === 0,
    name: fields.requirements.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value,
    matches: (object) =>
      labels.matches(object.metadata.labels ?? {}) &&
      fields.matches((field) => getters[field as keyof typeof getters]?.(object) ?? ''),
  }
}

/** Limits the selection to the object that the path names, if any. */
export const selectionNamed = (selection: Selection, { name, nameFromSelector }: RequestInfo): Selection =>
  name === '' || nameFromSelector
    ? selection
    : { all: false, name, matches: (object) => object.metadata.name === name && selection.matches(object) }

/** Parser errors between requirements, which belong to none of them. */
const BETWEEN = /expected: (?:!, identifier|identifier after|',' or 'end)/

function parsed<T>(text: string, parse: (text: string) => T, about = ''): T {
  try {
    return parse(text)
  } catch (error) {
    const message = messageOf(error)
    throw badRequest(BETWEEN.test(message) ? message : about + message)
  }
}
