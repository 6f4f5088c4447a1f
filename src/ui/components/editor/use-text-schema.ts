import { useDeferredValue, useMemo } from 'react'
import type { Discovery } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { type OpenApiDocument, useOpenApi } from '../../queries/openapi'
import type { YamlEditorProps } from './YamlEditor'
import { parseDocuments } from './documents'
import { schemaFor } from './schema'

const ANYTHING = {}

/** What an editor knows about the text in it. */
interface TextSchema {
  readonly schema: YamlEditorProps['schema']
  readonly document: OpenApiDocument | undefined
  readonly discovery: Discovery | undefined
}

interface TextSchemaOptions {
  /** Nothing is read and computed before: the document is large, and the plain field needs no schema. */
  readonly wanted: boolean
  /** The text is a part of an object. */
  readonly partial: boolean
  /** The text is not an object of the cluster, so its kinds are not looked up. */
  readonly plain: boolean
}

/** The schema of the kinds in a text; undefined until the cluster's OpenAPI document is there. */
export function useTextSchema(text: string, { wanted, partial, plain }: TextSchemaOptions): TextSchema {
  const document = useOpenApi(wanted).data
  const discovery = useDiscovery().data
  const looks = useDeferredValue(wanted && !plain && document !== undefined, false)
  const kinds = useMemo(
    () => (looks ? parseDocuments(text).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`) : []).join('\n'),
    [text, looks],
  )
  const schema = useMemo(() => {
    if (plain) return ANYTHING
    if (!document || !looks) return undefined
    const pairs = kinds ? kinds.split('\n').map((pair) => pair.split(' ')) : []
    return schemaFor(
      document,
      discovery,
      pairs.map(([apiVersion = '', kind = '']) => ({ apiVersion, kind })),
      partial,
    )
  }, [document, discovery, kinds, partial, plain, looks])
  return { schema, document, discovery }
}
