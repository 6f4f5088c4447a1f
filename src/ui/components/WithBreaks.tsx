import { Fragment } from 'react'

/** A text in parts that may wrap between any two of them. */
export function WithBreaks({ parts }: { readonly parts: readonly string[] }) {
  return parts.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
