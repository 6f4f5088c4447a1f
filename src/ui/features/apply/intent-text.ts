import { type Document, isMap, parseDocument, type ToStringOptions } from 'yaml'

/** Parses a manifest; undefined if it is invalid. Edits to the document keep comments, quotes, order and list indentation. */
export function readIntent(text: string): Document | undefined {
  const doc = parseDocument(text, { version: '1.1', uniqueKeys: false, logLevel: 'silent' })
  return doc.errors.length === 0 && isMap(doc.contents) ? doc : undefined
}

/** The layout of a text, so that rewriting it leaves the rest unchanged. */
function styleOf(text: string): ToStringOptions {
  const indent = /^( +)\S/m.exec(text)?.[1]?.length
  const flat = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:\s*\n)*\1- /m.test(text)
  const deep = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:\s*\n)*\1 +- /m.test(text)
  return {
    lineWidth: 0,
    flowCollectionPadding: !/[[{]\S/.test(text),
    ...(indent && indent <= 8 && { indent }),
    ...(flat && !deep && { indentSeq: false }),
  }
}
/** The text of an edited document, laid out as the text that it was read from. */
export const writeIntent = (doc: Document, text: string): string => doc.toString(styleOf(text))
