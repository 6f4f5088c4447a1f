import type { ParsedDocument } from '../../components/editor/documents'

/** Why the text cannot be sent: it must be exactly one valid object. */
export function problemOf({ parsed }: { readonly parsed: ParsedDocument[] }) {
  const problem =
    parsed.length === 1
      ? parsed[0]?.problem
      : {
          message: parsed.length
            ? 'Only one object can be edited at a time. This text has several documents.'
            : 'The manifest is empty.',
          from: 0,
          to: 1,
        }
  return problem
}
