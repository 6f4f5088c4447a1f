import { markTerms } from './mark-terms'
import { Term } from './Term'

/** A sentence with explanations for its terms. */
export function TermText({ text }: { readonly text: string }) {
  return markTerms(text).map((part, i) =>
    typeof part === 'string' ? (
      part
    ) : (
      <Term key={i} id={part.id}>
        {part.text}
      </Term>
    ),
  )
}
