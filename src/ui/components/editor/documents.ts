import { isMap, isScalar, parseAllDocuments, stringify, YAMLParseError } from 'yaml'
import type { ApiObject } from '../../../machinery/object'

/** A document of a text, parsed as far as possible. */
export interface ParsedDocument {
  /** Index among the text's documents, including empty ones. */
  readonly index: number
  readonly text: string
  readonly object?: ApiObject
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
  readonly problem?: { readonly message: string; readonly from: number; readonly to: number }
}

const textAt = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A top-level scalar in a text that may be invalid YAML. */
const scalarAt = (text: string, key: string): string =>
  new RegExp(`^${key}:[ \\t]*["']?([\\w./-]+)`, 'm').exec(text)?.[1] ?? ''

/** A parser's message without the lines that quote the text, nor the colon before them. */
const firstLineOf = (message: string): string => (message.split('\n')[0] ?? message).replace(/:$/, '')

/** The non-empty documents of a text, parsed as the server parses them. */
export function parseDocuments(text: string): ParsedDocument[] {
  const docs = parseAllDocuments(text, { uniqueKeys: false, version: '1.1', stringKeys: true })
  if (!Array.isArray(docs)) return []
  return docs.flatMap((doc, index): ParsedDocument[] => {
    const error = doc.errors[0]
    const own = text.slice(doc.range[0], doc.range[1])
    const blank = { index, text: own, apiVersion: '', kind: '', name: '' }
    if (error instanceof YAMLParseError)
      return [
        {
          ...blank,
          // An unfinished line makes the text invalid while it is typed: read the kind from the raw text.
          apiVersion: scalarAt(own, 'apiVersion'),
          kind: scalarAt(own, 'kind'),
          problem: { message: firstLineOf(error.message), from: error.pos[0], to: error.pos[1] },
        },
      ]
    if (doc.contents === null || (isScalar(doc.contents) && doc.contents.value === null)) return []
    if (!isMap(doc.contents))
      return [
        {
          ...blank,
          problem: {
            message: 'An object starts with apiVersion, kind and metadata.',
            from: doc.range[0],
            to: doc.range[1],
          },
        },
      ]
    const value = doc.toJS({ maxAliasCount: 100 }) as Record<string, unknown>
    const meta = (value['metadata'] ?? {}) as Record<string, unknown>
    const namespace = textAt(meta['namespace'])
    return [
      {
        ...blank,
        object: value as ApiObject,
        apiVersion: textAt(value['apiVersion']),
        kind: textAt(value['kind']),
        name: textAt(meta['name']) || (textAt(meta['generateName']) && `${textAt(meta['generateName'])}…`),
        ...(namespace && { namespace }),
      },
    ]
  })
}

const FIRST = ['apiVersion', 'kind', 'metadata', 'type', 'spec', 'data']

/** An object with its fields in the usual order, without managedFields unless they are wanted. */
export function readable(object: ApiObject, managed = false): Record<string, unknown> {
  const { managedFields, ...metadata } = object.metadata
  const rest = { ...object, metadata: managed && managedFields ? { ...metadata, managedFields } : metadata }
  const keys = [
    ...FIRST.filter((key) => key in rest),
    ...Object.keys(rest).filter((key) => !FIRST.includes(key) && key !== 'status'),
    ...('status' in rest ? ['status'] : []),
  ]
  return Object.fromEntries(keys.map((key) => [key, rest[key as keyof typeof rest]]))
}

/** Writes YAML without folding lines. */
export const toYaml = (value: unknown): string =>
  stringify(value, { lineWidth: 0, version: '1.1', aliasDuplicateObjects: false })
/** An object as YAML in the usual order of fields, without managedFields unless `managed`. */
export const objectYaml = (object: ApiObject, managed = false): string => toYaml(readable(object, managed))
